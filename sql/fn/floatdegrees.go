package fn

import "math"

// Trigonometry in degrees, exact at the multiples of 15 and 30 degrees where
// that is a round number, as PostgreSQL computes it.

// The divisors are computed like what they divide, so that quotients are exact.
var (
	sin30        = math.Sin(radiansOf(30))
	oneLessCos60 = 1 - math.Cos(radiansOf(60))
	asinOfHalf   = math.Asin(0.5)
	acosOfHalf   = math.Acos(0.5)
	atanOfOne    = math.Atan(1)
	tan45, cot45 = sinFirst(45) / cosFirst(45), cosFirst(45) / sinFirst(45)
)

func radiansOf(degrees float64) float64 { return degrees * (math.Pi / 180) }

func sinTo30(x float64) float64 { return math.Sin(radiansOf(x)) / sin30 / 2 }

func cosTo60(x float64) float64 { return 1 - (1-math.Cos(radiansOf(x)))/oneLessCos60/2 }

// sinFirst and cosFirst are for angles of 0 to 90 degrees.
func sinFirst(x float64) float64 {
	if x <= 30 {
		return sinTo30(x)
	}
	return cosTo60(90 - x)
}

func cosFirst(x float64) float64 {
	if x <= 60 {
		return cosTo60(x)
	}
	return sinTo30(90 - x)
}

// foldAngle brings an angle into 0 to 90 degrees. The signs are those of sine
// and cosine.
func foldAngle(x float64) (angle, sinSign, cosSign float64) {
	x, sinSign, cosSign = math.Mod(x, 360), 1, 1
	if x < 0 {
		x, sinSign = -x, -1
	}
	if x > 180 {
		x, sinSign = 360-x, -sinSign
	}
	if x > 90 {
		x, cosSign = 180-x, -1
	}
	return x, sinSign, cosSign
}

func sinDegrees(x float64) float64 {
	a, s, _ := foldAngle(x)
	return s * sinFirst(a)
}

func cosDegrees(x float64) float64 {
	a, _, c := foldAngle(x)
	return c * cosFirst(a)
}

// The sum with 0 turns a negative zero into zero.
func tanDegrees(x float64) float64 {
	a, s, c := foldAngle(x)
	return s*c*(sinFirst(a)/cosFirst(a)/tan45) + 0
}

func cotDegrees(x float64) float64 {
	a, s, c := foldAngle(x)
	return s*c*(cosFirst(a)/sinFirst(a)/cot45) + 0
}

func asinDegrees(x float64) float64 {
	switch {
	case x < 0:
		return -asinDegrees(-x)
	case x <= 0.5:
		return math.Asin(x) / asinOfHalf * 30
	}
	return 90 - math.Acos(x)/acosOfHalf*60
}

func acosDegrees(x float64) float64 {
	switch {
	case x < 0:
		return 90 + asinDegrees(-x)
	case x <= 0.5:
		return 90 - math.Asin(x)/asinOfHalf*30
	}
	return math.Acos(x) / acosOfHalf * 60
}

func atanDegrees(x float64) float64 { return math.Atan(x) / atanOfOne * 45 }

func atan2Degrees(y, x float64) (float64, error) { return math.Atan2(y, x) / atanOfOne * 45, nil }
