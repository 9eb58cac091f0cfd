/* SPDX-License-Identifier: MIT */
#include "stats_dist.h"

#include <float.h>
#include <math.h>

#define SQRT_HALF 0.70710678118654752440
#define INV_SQRT_2PI 0.39894228040143267794

enum {
    ASYMPTOTIC = 10,      /* from here on the series below are exact to double precision */
    BETA_STEPS = 1000000, /* far more than a + b = 10^10 needs */
    NEWTON_STEPS = 100,
};

static const double hill_df = 1e4;  /* from here on Hill's error is below that of rounding */
static const double t_most = 1e150; /* t^2 must be finite */

double stats_normal_cdf(double z)
{
    return erfc(-z * SQRT_HALF) / 2;
}

/* For p in (0, 1/2]; A&S 26.2.23, off by at most 4.5e-4. */
static double rough_quantile(double p)
{
    const double t = sqrt(-2 * log(p));

    return (2.515517 + t * (0.802853 + t * 0.010328)) /
               (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) -
           t;
}

/* For p in (0, 1/2]: each step cubes the error: 4.5e-4, 1e-10, none. */
static double lower_quantile(double p)
{
    double z = rough_quantile(p);

    for (int i = 0; i < 3; i++) {
        const double density = INV_SQRT_2PI * exp(-z * z / 2);
        const double step = (stats_normal_cdf(z) - p) / density;

        z -= step / (1 + z * step / 2);
    }
    return z;
}

double stats_normal_quantile(double p)
{
    if (!(p >= 0 && p <= 1))
        return NAN;
    if (p == 0.5)
        return 0;
    if (p == 0 || p == 1)
        return p == 0 ? -INFINITY : INFINITY;
    return p < 0.5 ? lower_quantile(p) : -lower_quantile(1 - p);
}

/* ln Gamma(x) - ((x - 1/2) ln x - x + ln(2 pi) / 2): A&S 6.1.41. */
static double stirling_rest(double x)
{
    double shifted = 0;
    double r;

    while (x < (double)ASYMPTOTIC) {
        shifted += (x + 0.5) * log1p(1 / x) - 1;
        x++;
    }
    r = 1 / (x * x);
    return shifted +
           (1.0 / 12 -
            r * (1.0 / 360 -
                 r * (1.0 / 1260 -
                      r * (1.0 / 1680 - r * (1.0 / 1188 - r * (691.0 / 360360 - r / 156)))))) /
               x;
}

/* ln(x (a + b) / a), where y = 1 - x; the ratio is near 1 where a is large. */
static double log_relative(double x, double y, double a, double b)
{
    const double above = x * (b / a) - y;

    return fabs(above) < 0.5 ? log1p(above) : log(x) + log1p(b / a);
}

/*
 * x^a y^b / B(a, b), y = 1 - x. Large terms are taken together before they are rounded:
 * written with ln Gamma, digits in proportion to a + b would be lost.
 */
static double beta_power(double a, double b, double x, double y)
{
    const double rest = stirling_rest(a + b) - stirling_rest(a) - stirling_rest(b);
    const double power = a * log_relative(x, y, a, b) + b * log_relative(y, x, b, a);

    /* a b / (a + b), without overflow. */
    return exp(power + rest) * INV_SQRT_2PI * sqrt(a / (a / b + 1));
}

/* The m-th coefficient of DLMF 8.17.22. */
static double beta_coefficient(double a, double b, double x, int i)
{
    const int pair = i / 2;
    const double m = pair;

    if (i % 2 == 0)
        return m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    return -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
}

/* I_x(a, b) where the fraction converges fast: x <= (a + 1) / (a + b + 2). */
static double beta_fraction(double a, double b, double x, double y)
{
    double fraction = 1;
    double c = 1;
    double d = 0;

    for (int i = 1; i < BETA_STEPS; i++) {
        const double coefficient = beta_coefficient(a, b, x, i);

        d = 1 / (1 + coefficient * d);
        c = 1 + coefficient / c;
        fraction *= c * d;
        if (fabs(c * d - 1) <= DBL_EPSILON)
            return beta_power(a, b, x, y) / (a * fraction);
    }
    return NAN;
}

/* y = 1 - x is given, because the difference would lose what is left of it near 1. */
static double beta_both(double a, double b, double x, double y)
{
    if (x <= 0)
        return 0;
    if (y <= 0)
        return 1;
    if (x <= (a + 1) / (a + b + 2))
        return beta_fraction(a, b, x, y);
    return 1 - beta_fraction(b, a, y, x);
}

double stats_beta(double a, double b, double x)
{
    if (!(a > 0 && b > 0 && x >= 0 && x <= 1) || isinf(a) || isinf(b))
        return NAN;
    return beta_both(a, b, x, 1 - x);
}

/* The normal deviate that is as improbable as t; the error is O(df^-4). */
static double hill_normal(double t, double df)
{
    const double a = df - 0.5;
    const double b = 48 * a * a;
    const double w2 = a * log1p(t / df * t);
    const double w = sqrt(w2);
    const double third = w * (855 + w2 * (240 + w2 * (33 + w2 * 4)));

    return w + (w * (w2 + 3) - third / (10 * (b + 0.8 * w2 * w2 + 100))) / b;
}

double stats_t_p(double t, double df)
{
    const double r = t / sqrt(df);

    if (isnan(t) || !(df > 0))
        return NAN;
    if (fabs(t) > t_most)
        return 0;
    if (isinf(df))
        return erfc(fabs(t) * SQRT_HALF);
    if (df > hill_df)
        return erfc(hill_normal(t, df) * SQRT_HALF);
    return beta_both(df / 2, 0.5, 1 / (1 + r * r), r * r / (1 + r * r));
}

/* t f(t), f the density of Student's t. */
static double t_times_density(double t, double df)
{
    const double r2 = t / df * t;

    return beta_power(df / 2, 0.5, 1 / (1 + r2), r2 / (1 + r2));
}

/*
 * Newton's iteration for ln t: ln P(|T| >= t) is concave in it and falls, so the first step
 * from below lands above the root, and all others come down towards it.
 */
double stats_t_critical(double p, double df)
{
    const double z = -stats_normal_quantile(p / 2);
    double t = z;

    if (isnan(z) || !(df > 0))
        return NAN;
    if (z == 0 || isinf(z) || isinf(df))
        return z;
    for (int i = 0; i < NEWTON_STEPS && t <= t_most; i++) {
        const double at = stats_t_p(t, df);
        const double step = log(at / p) * at / (2 * t_times_density(t, df));

        if (!(fabs(step) > 2 * DBL_EPSILON))
            break;
        t *= exp(step);
    }
    return t <= t_most ? t : INFINITY;
}

double stats_t_quantile(double q, double df)
{
    if (!(q >= 0 && q <= 1))
        return NAN;
    return q < 0.5 ? -stats_t_critical(2 * q, df) : stats_t_critical(2 * (1 - q), df);
}

double stats_digamma(double x)
{
    double shifted = 0;
    double r;

    if (!(x > 0))
        return NAN;
    if (isinf(x))
        return x;
    while (x < (double)ASYMPTOTIC) {
        shifted -= 1 / x;
        x++;
    }
    r = 1 / (x * x);
    return shifted + log(x) - 0.5 / x -
           r * (1.0 / 12 -
                r * (1.0 / 120 -
                     r * (1.0 / 252 -
                          r * (1.0 / 240 - r * (1.0 / 132 - r * (691.0 / 32760 - r / 12))))));
}

double stats_trigamma(double x)
{
    double shifted = 0;
    double r;

    if (!(x > 0))
        return NAN;
    while (x < (double)ASYMPTOTIC) {
        shifted += 1 / (x * x);
        x++;
    }
    r = 1 / (x * x);
    return shifted + 1 / x + r / 2 +
           r / x *
               (1.0 / 6 -
                r * (1.0 / 30 -
                     r * (1.0 / 42 -
                          r * (1.0 / 30 - r * (5.0 / 66 - r * (691.0 / 2730 - r * 7 / 6))))));
}

/* The derivative of trigamma (A&S 6.4.13). */
static double tetragamma(double x)
{
    double shifted = 0;
    double r;

    while (x < (double)ASYMPTOTIC) {
        shifted -= 2 / (x * x * x);
        x++;
    }
    r = 1 / (x * x);
    return shifted -
           r * (1 + 1 / x +
                r * (1.0 / 2 -
                     r * (1.0 / 6 -
                          r * (1.0 / 6 - r * (3.0 / 10 - r * (5.0 / 6 - r * (691.0 / 210 -
                                                                             r * 35 / 2)))))));
}

double stats_trigamma_inverse(double y)
{
    double x;

    if (!(y >= 0) || isinf(y))
        return NAN;
    if (y == 0)
        return INFINITY;
    /* Above the root; where y is large the root is just above 1 / sqrt y. */
    x = fmin(0.5 + 1 / y, 2 / sqrt(y) + 1 / y);
    for (int i = 0; i < NEWTON_STEPS; i++) {
        const double at = stats_trigamma(x);
        const double step = at * (1 - at / y) / tetragamma(x);

        x += step;
        if (!(fabs(step) > DBL_EPSILON * x))
            break;
    }
    return x;
}
