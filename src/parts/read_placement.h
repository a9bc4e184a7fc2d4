// Reading of things that several types share.
#pragma once

#include "invar/spec/params.h"

namespace invar {

const Schema& rotation_schema();
// {axis: [..], angle: a} | {quaternion: [w,x,y,z]} | {directors: [[..],[..],[..]]}; identity if absent.
Matrix3 read_rotation(const Params& params, const std::string& key);

// A position of two (planar) or three numbers.
Vector3 read_position(const Params& params, const std::string& key);

// Triad with its third axis along `axis` and the first towards `x_axis`; zeros as x_axis leave the first open.
Matrix3 read_triad(const Params& params);

}  // namespace invar
