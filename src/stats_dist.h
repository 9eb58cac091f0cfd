/* SPDX-License-Identifier: MIT */
#ifndef MEMSPEED_STATS_DIST_H
#define MEMSPEED_STATS_DIST_H

/*
 * Distributions that tests of differences need. Pure functions: no state, no errno of their
 * own, safe in threads (lgamma, which writes signgam, is not called). A NAN argument, or one
 * outside what is stated, gives NAN. Relative errors are below 1e-11 where results are above
 * 1e-290, except near a zero of the function.
 *
 * Sources: Abramowitz and Stegun, Handbook of Mathematical Functions (A&S); NIST Digital
 * Library of Mathematical Functions (DLMF).
 */

/* P(Z <= z) of the standard normal distribution: erfc(-z / sqrt 2) / 2 (DLMF 7.2.2). */
double stats_normal_cdf(double z);

/*
 * The z with P(Z <= z) = p, for p in [0, 1]; infinite at the ends. A&S 26.2.23 and Halley's
 * iteration on the distribution function.
 */
double stats_normal_quantile(double p);

/*
 * Regularised incomplete beta function I_x(a, b) for a, b > 0 and x in [0, 1]: the continued
 * fraction of DLMF 8.17.22 by Lentz's method (Lentz, Applied Optics 15, 1976), in
 * O(sqrt(max(a, b))) steps. The relative error grows with the parameters: about 10^-16 times
 * the larger one.
 */
double stats_beta(double a, double b, double x);

/*
 * Student's t with `df` > 0 degrees of freedom, which need not be whole; INFINITY: normal.
 * A |t| above 10^150 counts as infinite.
 *
 * stats_t_p: P(|T| >= |t|) = I_x(df / 2, 1/2) with x = df / (df + t^2) (DLMF 8.17.6 and A&S
 * 26.7.1); above 10^4 degrees of freedom the normal probability of Hill's transformed t
 * (Hill, CACM 13, 1970, algorithm 395).
 * stats_t_critical: the t >= 0 with P(|T| >= t) = p, for p in [0, 1]; keeps its precision for
 * the smallest p.
 * stats_t_quantile: the t with P(T <= t) = q, for q in [0, 1].
 */
double stats_t_p(double t, double df);
double stats_t_critical(double p, double df);
double stats_t_quantile(double q, double df);

/*
 * First and second derivative of ln Gamma(x), for x > 0: recurrence up to x >= 10, then the
 * asymptotic series (A&S 6.3.18, 6.4.12).
 */
double stats_digamma(double x);
double stats_trigamma(double x);

/*
 * The x > 0 with stats_trigamma(x) = y, for y > 0: Newton's iteration on 1 / trigamma, which
 * is convex, so that it converges from any start (Smyth, Statistical Applications in Genetics
 * and Molecular Biology 3(1), 2004, appendix). INFINITY for y = 0.
 */
double stats_trigamma_inverse(double y);

#endif
