import Glibc

/// log(exp a + exp b) without overflow; −∞ stands for a probability of 0.
func logSum(_ a: Double, _ b: Double) -> Double {
    let (low, high) = a < b ? (a, b) : (b, a)
    // below this the smaller one is lost in rounding
    guard low > high - 40 else { return high }
    return high + log1p(exp(low - high))
}
