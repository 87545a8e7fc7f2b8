/* Functional Mock-up Interface 3.0: model exchange and co-simulation. */

#include <stdbool.h>
#include <stdint.h>

typedef unsigned int Reference;
enum { OK = 0, ERROR = 3 };

EXPORT const char *fmi3GetVersion(void) { return "3.0"; }
EXPORT int fmi3SetDebugLogging(void *c, bool on, size_t n, const char *const names[]) { (void)c; (void)on; (void)n; (void)names; return OK; }

EXPORT void *fmi3InstantiateModelExchange(const char *name, const char *token, const char *resources, bool visible,
    bool logging, void *environment, void *log)
{
    (void)name; (void)resources; (void)visible; (void)logging; (void)environment; (void)log;
    return create(token);
}
EXPORT void *fmi3InstantiateCoSimulation(const char *name, const char *token, const char *resources, bool visible,
    bool logging, bool events, bool early, const Reference intermediate[], size_t n, void *environment, void *log, void *update)
{
    (void)name; (void)resources; (void)visible; (void)logging; (void)events; (void)early; (void)intermediate; (void)n;
    (void)environment; (void)log; (void)update;
    return create(token);
}
EXPORT void *fmi3InstantiateScheduledExecution(const char *name, const char *token, const char *resources, bool visible,
    bool logging, void *environment, void *log, void *clock, void *lock, void *unlock)
{
    (void)name; (void)token; (void)resources; (void)visible; (void)logging; (void)environment; (void)log; (void)clock;
    (void)lock; (void)unlock;
    return NULL;
}
EXPORT void fmi3FreeInstance(void *c) { free(c); }

EXPORT int fmi3EnterInitializationMode(void *c, bool has_tolerance, double tolerance, double start, bool has_stop, double stop)
{
    (void)has_tolerance; (void)tolerance; (void)has_stop; (void)stop;
    ((Instance *)c)->t = start;
    return OK;
}
EXPORT int fmi3ExitInitializationMode(void *c) { (void)c; return OK; }
EXPORT int fmi3EnterEventMode(void *c) { (void)c; return OK; }
EXPORT int fmi3Terminate(void *c) { (void)c; return OK; }
EXPORT int fmi3Reset(void *c) { reset(c); return OK; }
EXPORT int fmi3EnterConfigurationMode(void *c) { (void)c; return OK; }
EXPORT int fmi3ExitConfigurationMode(void *c) { (void)c; return OK; }

EXPORT int fmi3GetFloat64(void *c, const Reference references[], size_t n, double values[], size_t m)
{
    if (n != m) return ERROR;
    for (size_t i = 0; i < n; i++) if (get(c, references[i], &values[i])) return ERROR;
    return OK;
}
EXPORT int fmi3SetFloat64(void *c, const Reference references[], size_t n, const double values[], size_t m)
{
    if (n != m) return ERROR;
    for (size_t i = 0; i < n; i++) if (set(c, references[i], values[i])) return ERROR;
    return OK;
}
/* There are no variables of these types. */
#define NO_VARIABLES(Name, Type) \
    EXPORT int fmi3Get##Name(void *c, const Reference r[], size_t n, Type v[], size_t m) { (void)c; (void)r; (void)v; (void)m; return n ? ERROR : OK; } \
    EXPORT int fmi3Set##Name(void *c, const Reference r[], size_t n, const Type v[], size_t m) { (void)c; (void)r; (void)v; (void)m; return n ? ERROR : OK; }
NO_VARIABLES(Float32, float)
NO_VARIABLES(Int8, int8_t)
NO_VARIABLES(UInt8, uint8_t)
NO_VARIABLES(Int16, int16_t)
NO_VARIABLES(UInt16, uint16_t)
NO_VARIABLES(Int32, int32_t)
NO_VARIABLES(UInt32, uint32_t)
NO_VARIABLES(Int64, int64_t)
NO_VARIABLES(UInt64, uint64_t)
NO_VARIABLES(Boolean, bool)
EXPORT int fmi3GetString(void *c, const Reference r[], size_t n, const char *v[], size_t m) { (void)c; (void)r; (void)v; (void)m; return n ? ERROR : OK; }
EXPORT int fmi3SetString(void *c, const Reference r[], size_t n, const char *const v[], size_t m) { (void)c; (void)r; (void)v; (void)m; return n ? ERROR : OK; }
EXPORT int fmi3GetBinary(void *c, const Reference r[], size_t n, size_t s[], const uint8_t *v[], size_t m) { (void)c; (void)r; (void)s; (void)v; (void)m; return n ? ERROR : OK; }
EXPORT int fmi3SetBinary(void *c, const Reference r[], size_t n, const size_t s[], const uint8_t *const v[], size_t m) { (void)c; (void)r; (void)s; (void)v; (void)m; return n ? ERROR : OK; }
EXPORT int fmi3GetClock(void *c, const Reference r[], size_t n, bool v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }
EXPORT int fmi3SetClock(void *c, const Reference r[], size_t n, const bool v[]) { (void)c; (void)r; (void)v; return n ? ERROR : OK; }
EXPORT int fmi3GetIntervalDecimal(void *c, const Reference r[], size_t n, double v[], int q[]) { (void)c; (void)r; (void)n; (void)v; (void)q; return ERROR; }
EXPORT int fmi3GetIntervalFraction(void *c, const Reference r[], size_t n, uint64_t v[], uint64_t w[], int q[]) { (void)c; (void)r; (void)n; (void)v; (void)w; (void)q; return ERROR; }
EXPORT int fmi3GetShiftDecimal(void *c, const Reference r[], size_t n, double v[]) { (void)c; (void)r; (void)n; (void)v; return ERROR; }
EXPORT int fmi3GetShiftFraction(void *c, const Reference r[], size_t n, uint64_t v[], uint64_t w[]) { (void)c; (void)r; (void)n; (void)v; (void)w; return ERROR; }
EXPORT int fmi3SetIntervalDecimal(void *c, const Reference r[], size_t n, const double v[]) { (void)c; (void)r; (void)n; (void)v; return ERROR; }
EXPORT int fmi3SetIntervalFraction(void *c, const Reference r[], size_t n, const uint64_t v[], const uint64_t w[]) { (void)c; (void)r; (void)n; (void)v; (void)w; return ERROR; }
EXPORT int fmi3SetShiftDecimal(void *c, const Reference r[], size_t n, const double v[]) { (void)c; (void)r; (void)n; (void)v; return ERROR; }
EXPORT int fmi3SetShiftFraction(void *c, const Reference r[], size_t n, const uint64_t v[], const uint64_t w[]) { (void)c; (void)r; (void)n; (void)v; (void)w; return ERROR; }
EXPORT int fmi3GetNumberOfVariableDependencies(void *c, Reference r, size_t *n) { (void)c; (void)r; (void)n; return ERROR; }
EXPORT int fmi3GetVariableDependencies(void *c, Reference d, size_t i[], Reference r[], size_t j[], int k[], size_t n) { (void)c; (void)d; (void)i; (void)r; (void)j; (void)k; (void)n; return ERROR; }
EXPORT int fmi3GetDirectionalDerivative(void *c, const Reference a[], size_t n, const Reference b[], size_t m, const double s[], size_t ns, double v[], size_t nv) { (void)c; (void)a; (void)n; (void)b; (void)m; (void)s; (void)ns; (void)v; (void)nv; return ERROR; }
EXPORT int fmi3GetAdjointDerivative(void *c, const Reference a[], size_t n, const Reference b[], size_t m, const double s[], size_t ns, double v[], size_t nv) { (void)c; (void)a; (void)n; (void)b; (void)m; (void)s; (void)ns; (void)v; (void)nv; return ERROR; }
EXPORT int fmi3ActivateModelPartition(void *c, Reference clock, double t) { (void)c; (void)clock; (void)t; return ERROR; }

/* The state of an instance is the instance. */
EXPORT int fmi3GetFMUState(void *c, void **state)
{
    if (!*state) *state = malloc(sizeof(Instance));
    if (!*state) return ERROR;
    *(Instance *)*state = *(Instance *)c;
    return OK;
}
EXPORT int fmi3SetFMUState(void *c, void *state) { *(Instance *)c = *(Instance *)state; return OK; }
EXPORT int fmi3FreeFMUState(void *c, void **state) { (void)c; free(*state); *state = NULL; return OK; }
EXPORT int fmi3SerializedFMUStateSize(void *c, void *state, size_t *size) { (void)c; (void)state; *size = sizeof(Instance); return OK; }
EXPORT int fmi3SerializeFMUState(void *c, void *state, uint8_t bytes[], size_t size)
{
    (void)c;
    if (size < sizeof(Instance)) return ERROR;
    memcpy(bytes, state, sizeof(Instance));
    return OK;
}
EXPORT int fmi3DeserializeFMUState(void *c, const uint8_t bytes[], size_t size, void **state)
{
    if (size < sizeof(Instance) || fmi3GetFMUState(c, state)) return ERROR;
    memcpy(*state, bytes, sizeof(Instance));
    return OK;
}

/* Events: there are none. */
EXPORT int fmi3EvaluateDiscreteStates(void *c) { (void)c; return OK; }
EXPORT int fmi3UpdateDiscreteStates(void *c, bool *needed, bool *terminate, bool *nominals, bool *values, bool *next, double *t)
{
    (void)c;
    *needed = *terminate = *nominals = *values = *next = false;
    *t = 0.0;
    return OK;
}
EXPORT int fmi3EnterStepMode(void *c) { (void)c; return OK; }

/* Model exchange. */
EXPORT int fmi3EnterContinuousTimeMode(void *c) { (void)c; return OK; }
EXPORT int fmi3CompletedIntegratorStep(void *c, bool no_rollback, bool *event, bool *terminate)
{
    (void)c; (void)no_rollback;
    *event = *terminate = false;
    return OK;
}
EXPORT int fmi3SetTime(void *c, double t) { ((Instance *)c)->t = t; return OK; }
EXPORT int fmi3SetContinuousStates(void *c, const double x[], size_t n)
{
    if (n != STATES) return ERROR;
    for (int i = 0; i < STATES; i++) ((Instance *)c)->state[i] = x[i];
    return OK;
}
EXPORT int fmi3GetContinuousStateDerivatives(void *c, double rate[], size_t n) { return n != STATES || model_rate(c, rate) ? ERROR : OK; }
EXPORT int fmi3GetEventIndicators(void *c, double z[], size_t n) { (void)c; (void)z; return n ? ERROR : OK; }
EXPORT int fmi3GetContinuousStates(void *c, double x[], size_t n)
{
    if (n != STATES) return ERROR;
    for (int i = 0; i < STATES; i++) x[i] = ((Instance *)c)->state[i];
    return OK;
}
EXPORT int fmi3GetNominalsOfContinuousStates(void *c, double x[], size_t n)
{
    (void)c;
    for (size_t i = 0; i < n; i++) x[i] = 1.0;
    return OK;
}
EXPORT int fmi3GetNumberOfEventIndicators(void *c, size_t *n) { (void)c; *n = 0; return OK; }
EXPORT int fmi3GetNumberOfContinuousStates(void *c, size_t *n) { (void)c; *n = STATES; return OK; }

/* Co-simulation. */
EXPORT int fmi3GetOutputDerivatives(void *c, const Reference r[], size_t n, const int32_t order[], double v[], size_t m) { (void)c; (void)r; (void)n; (void)order; (void)v; (void)m; return ERROR; }
EXPORT int fmi3DoStep(void *c, double t, double h, bool no_set, bool *event, bool *terminate, bool *early, double *reached)
{
    (void)no_set;
    *event = *terminate = *early = false;
    int failed = advance(c, t + h);
    *reached = ((Instance *)c)->t;
    return failed ? ERROR : OK;
}
