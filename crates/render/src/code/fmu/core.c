/* What both versions of the interface share: values by reference, and steps of a co-simulation. */

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT
#endif

/* References: time, the state, its rates, parameters, inputs, multipliers, energy, residuals, mass matrix. */
enum {
    TIME = 0,
    FIRST_STATE = 1,
    FIRST_RATE = FIRST_STATE + STATES,
    FIRST_PARAMETER = FIRST_RATE + STATES,
    FIRST_INPUT = FIRST_PARAMETER + PARAMETERS,
    FIRST_MULTIPLIER = FIRST_INPUT + INPUTS,
    ENERGY = FIRST_MULTIPLIER + MULTIPLIERS,
    FIRST_RESIDUAL = ENERGY + 1,
    FIRST_ENTRY = FIRST_RESIDUAL + RESIDUALS,
    END = FIRST_ENTRY + ENTRIES
};

static void reset(Instance *s)
{
    s->t = 0.0;
    s->step = 0.0;
    for (int i = 0; i < STATES; i++) s->state[i] = START[i];
    for (int i = 0; i < PARAMETERS; i++) s->parameters[i] = DEFAULTS[i];
    for (int i = 0; i < INPUTS; i++) s->inputs[i] = SIGNALS[i];
}

static Instance *create(const char *token)
{
    if (!token || strcmp(token, TOKEN)) return NULL;
    Instance *s = malloc(sizeof *s);
    if (s) reset(s);
    return s;
}

/* Gives 1 for a reference that does not exist and where the linear equations have no solution. */
static int get(const Instance *s, unsigned int reference, double *value)
{
    double result[LARGEST_RESULT];
    int k = (int)reference, failed = 0;
    if (k >= END) return 1;
    if (k == TIME) *value = s->t;
    else if (k < FIRST_RATE) *value = s->state[k - FIRST_STATE];
    else if (k < FIRST_PARAMETER) {
        failed = model_rate(s, result);
        if (!failed) *value = result[k - FIRST_RATE];
    } else if (k < FIRST_INPUT) *value = s->parameters[k - FIRST_PARAMETER];
    else if (k < FIRST_MULTIPLIER) *value = s->inputs[k - FIRST_INPUT];
    else if (k < ENERGY) {
        failed = model_multipliers(s, result);
        if (!failed) *value = result[k - FIRST_MULTIPLIER];
    } else if (k == ENERGY) failed = model_energy(s, value);
    else if (k < FIRST_ENTRY) {
        failed = model_residuals(s, result);
        if (!failed) *value = result[k - FIRST_RESIDUAL];
    } else {
        failed = model_mass_matrix(s, result);
        if (!failed) *value = result[k - FIRST_ENTRY];
    }
    return failed;
}

/* Only the state, parameters and inputs can be set. */
static int set(Instance *s, unsigned int reference, double value)
{
    int k = (int)reference;
    if (k >= FIRST_STATE && k < FIRST_RATE) s->state[k - FIRST_STATE] = value;
    else if (k >= FIRST_PARAMETER && k < FIRST_INPUT) s->parameters[k - FIRST_PARAMETER] = value;
    else if (k >= FIRST_INPUT && k < FIRST_MULTIPLIER) s->inputs[k - FIRST_INPUT] = value;
    else return 1;
    return 0;
}

/* The method of Dormand and Prince of order 5 with its estimate of order 4. */
static const double NODES[7] = {0.0, 1.0/5.0, 3.0/10.0, 4.0/5.0, 8.0/9.0, 1.0, 1.0};
static const double WEIGHTS[7][6] = {
    {0.0},
    {1.0/5.0},
    {3.0/40.0, 9.0/40.0},
    {44.0/45.0, -56.0/15.0, 32.0/9.0},
    {19372.0/6561.0, -25360.0/2187.0, 64448.0/6561.0, -212.0/729.0},
    {9017.0/3168.0, -355.0/33.0, 46732.0/5247.0, 49.0/176.0, -5103.0/18656.0},
    {35.0/384.0, 0.0, 500.0/1113.0, 125.0/192.0, -2187.0/6784.0, 11.0/84.0}
};
static const double ERRORS[7] = {71.0/57600.0, 0.0, -71.0/16695.0, 71.0/1920.0, -17253.0/339200.0, 22.0/525.0, -1.0/40.0};

/* Follows the motion to a later time; the error of a step is below 1e-11 of each entry or of 1. */
static int advance(Instance *s, double end)
{
    double k[7][STATES + 1];
    if (s->step <= 0.0) s->step = 1e-3*(end - s->t);
    while (s->t < end) {
        int last = s->t + s->step >= end;
        double h = last ? end - s->t : s->step, error = 0.0;
        Instance at = *s;
        for (int stage = 0; stage < 7; stage++) {
            at.t = s->t + NODES[stage]*h;
            for (int i = 0; i < STATES; i++) {
                at.state[i] = s->state[i];
                for (int j = 0; j < stage; j++) at.state[i] += h*WEIGHTS[stage][j]*k[j][i];
            }
            if (model_rate(&at, k[stage])) return 1;
        }
        for (int i = 0; i < STATES; i++) {
            double e = 0.0;
            for (int j = 0; j < 7; j++) e += h*ERRORS[j]*k[j][i];
            error = fmax(error, fabs(e)/(1e-11*(1.0 + fabs(s->state[i]))));
        }
        if (!(error < HUGE_VAL)) return 1;
        if (error <= 1.0) {
            for (int i = 0; i < STATES; i++) s->state[i] = at.state[i];
            s->t = last ? end : s->t + h;
        }
        double factor = error > 0.0 ? 0.9*pow(error, -0.2) : 5.0;
        if (!last || error > 1.0) s->step = h*fmin(5.0, fmax(0.2, factor));
        if (s->step < 1e-14*(1.0 + fabs(s->t))) return 1;
    }
    return 0;
}
