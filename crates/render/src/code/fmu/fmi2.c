/* Functional Mock-up Interface 2.0: model exchange and co-simulation. */

typedef struct { int newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged,
    valuesOfContinuousStatesChanged, nextEventTimeDefined; double nextEventTime; } Event;
enum { OK = 0, ERROR = 3 };

EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
EXPORT const char *fmi2GetVersion(void) { return "2.0"; }
EXPORT int fmi2SetDebugLogging(void *c, int on, size_t n, const char *const names[]) { (void)c; (void)on; (void)n; (void)names; return OK; }

EXPORT void *fmi2Instantiate(const char *name, int type, const char *token, const char *resources,
    const void *functions, int visible, int logging)
{
    (void)name; (void)type; (void)resources; (void)functions; (void)visible; (void)logging;
    return create(token);
}
EXPORT void fmi2FreeInstance(void *c) { free(c); }

EXPORT int fmi2SetupExperiment(void *c, int has_tolerance, double tolerance, double start, int has_stop, double stop)
{
    (void)has_tolerance; (void)tolerance; (void)has_stop; (void)stop;
    ((Instance *)c)->t = start;
    return OK;
}
EXPORT int fmi2EnterInitializationMode(void *c) { (void)c; return OK; }
EXPORT int fmi2ExitInitializationMode(void *c) { (void)c; return OK; }
EXPORT int fmi2Terminate(void *c) { (void)c; return OK; }
EXPORT int fmi2Reset(void *c) { reset(c); return OK; }

EXPORT int fmi2GetReal(void *c, const unsigned int references[], size_t n, double values[])
{
    for (size_t i = 0; i < n; i++) if (get(c, references[i], &values[i])) return ERROR;
    return OK;
}
EXPORT int fmi2SetReal(void *c, const unsigned int references[], size_t n, const double values[])
{
    for (size_t i = 0; i < n; i++) if (set(c, references[i], values[i])) return ERROR;
    return OK;
}
/* There are no variables of these types. */
EXPORT int fmi2GetInteger(void *c, const unsigned int r[], size_t n, int v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }
EXPORT int fmi2GetBoolean(void *c, const unsigned int r[], size_t n, int v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }
EXPORT int fmi2GetString(void *c, const unsigned int r[], size_t n, const char *v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }
EXPORT int fmi2SetInteger(void *c, const unsigned int r[], size_t n, const int v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }
EXPORT int fmi2SetBoolean(void *c, const unsigned int r[], size_t n, const int v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }
EXPORT int fmi2SetString(void *c, const unsigned int r[], size_t n, const char *const v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }

/* The state of an instance is the instance. */
EXPORT int fmi2GetFMUstate(void *c, void **state)
{
    if (!*state) *state = malloc(sizeof(Instance));
    if (!*state) return ERROR;
    *(Instance *)*state = *(Instance *)c;
    return OK;
}
EXPORT int fmi2SetFMUstate(void *c, void *state) { *(Instance *)c = *(Instance *)state; return OK; }
EXPORT int fmi2FreeFMUstate(void *c, void **state) { (void)c; free(*state); *state = NULL; return OK; }
EXPORT int fmi2SerializedFMUstateSize(void *c, void *state, size_t *size) { (void)c; (void)state; *size = sizeof(Instance); return OK; }
EXPORT int fmi2SerializeFMUstate(void *c, void *state, char bytes[], size_t size)
{
    (void)c;
    if (size < sizeof(Instance)) return ERROR;
    memcpy(bytes, state, sizeof(Instance));
    return OK;
}
EXPORT int fmi2DeSerializeFMUstate(void *c, const char bytes[], size_t size, void **state)
{
    if (size < sizeof(Instance) || fmi2GetFMUstate(c, state)) return ERROR;
    memcpy(*state, bytes, sizeof(Instance));
    return OK;
}
EXPORT int fmi2GetDirectionalDerivative(void *c, const unsigned int a[], size_t n, const unsigned int b[], size_t m,
    const double dv[], double dz[])
{
    (void)c; (void)a; (void)n; (void)b; (void)m; (void)dv; (void)dz;
    return ERROR;
}

/* Model exchange. */
EXPORT int fmi2EnterEventMode(void *c) { (void)c; return OK; }
EXPORT int fmi2NewDiscreteStates(void *c, Event *event) { (void)c; memset(event, 0, sizeof *event); return OK; }
EXPORT int fmi2EnterContinuousTimeMode(void *c) { (void)c; return OK; }
EXPORT int fmi2CompletedIntegratorStep(void *c, int no_rollback, int *event, int *terminate)
{
    (void)c; (void)no_rollback;
    *event = *terminate = 0;
    return OK;
}
EXPORT int fmi2SetTime(void *c, double t) { ((Instance *)c)->t = t; return OK; }
EXPORT int fmi2SetContinuousStates(void *c, const double x[], size_t n)
{
    if (n != STATES) return ERROR;
    for (int i = 0; i < STATES; i++) ((Instance *)c)->state[i] = x[i];
    return OK;
}
EXPORT int fmi2GetDerivatives(void *c, double rate[], size_t n) { return n != STATES || model_rate(c, rate) ? ERROR : OK; }
EXPORT int fmi2GetEventIndicators(void *c, double z[], size_t n) { (void)c; (void)z; return n ? ERROR : OK; }
EXPORT int fmi2GetContinuousStates(void *c, double x[], size_t n)
{
    if (n != STATES) return ERROR;
    for (int i = 0; i < STATES; i++) x[i] = ((Instance *)c)->state[i];
    return OK;
}
EXPORT int fmi2GetNominalsOfContinuousStates(void *c, double x[], size_t n)
{
    (void)c;
    for (size_t i = 0; i < n; i++) x[i] = 1.0;
    return OK;
}

/* Co-simulation. */
EXPORT int fmi2DoStep(void *c, double t, double h, int no_set) { (void)no_set; return advance(c, t + h) ? ERROR : OK; }
EXPORT int fmi2CancelStep(void *c) { (void)c; return ERROR; }
EXPORT int fmi2SetRealInputDerivatives(void *c, const unsigned int r[], size_t n, const int order[], const double v[]) { (void)c; (void)r; (void)n; (void)order; (void)v; return ERROR; }
EXPORT int fmi2GetRealOutputDerivatives(void *c, const unsigned int r[], size_t n, const int order[], double v[]) { (void)c; (void)r; (void)n; (void)order; (void)v; return ERROR; }
EXPORT int fmi2GetStatus(void *c, int kind, int *v) { (void)c; (void)kind; (void)v; return ERROR; }
EXPORT int fmi2GetRealStatus(void *c, int kind, double *v) { (void)c; (void)kind; (void)v; return ERROR; }
EXPORT int fmi2GetIntegerStatus(void *c, int kind, int *v) { (void)c; (void)kind; (void)v; return ERROR; }
EXPORT int fmi2GetBooleanStatus(void *c, int kind, int *v) { (void)c; (void)kind; (void)v; return ERROR; }
EXPORT int fmi2GetStringStatus(void *c, int kind, const char **v) { (void)c; (void)kind; (void)v; return ERROR; }
