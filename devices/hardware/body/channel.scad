// SPDX-License-Identifier: GPL-3.0-or-later
// The way of a bead from the mouth in a shrine's roof to the lake. Includes parameters.scad.

// The middle of the channel as [y, z], from `top` down to `end` (y).
function channel_path(top, end) = concat(
  [[shaft_y, top]],
  [for (i = [0 : 5]) let (turn = (90 - slope) * i / 5)
    [shaft_y - bend * (1 - cos(turn)), bend_start - bend * sin(turn)]],
  [[end, exit_z + end * tan(slope)]]
);

// A ball with a pointed roof, so that the channel prints without supports.
module bead_room(size) {
  sphere(d = size, $fn = 32);
  translate([0, 0, size / 2 * sin(45)])
    cylinder(d1 = size * cos(45), d2 = 0.4, h = size / 2 * cos(45) - 0.2, $fn = 32);
}

// Sweeps a shape along a path.
module sweep(path)
  for (i = [0 : len(path) - 2]) hull()
    for (point = [path[i], path[i + 1]]) translate([0, point[0], point[1]]) children();

// What is cut out of the pyramid.
module channel() sweep(channel_path(pyramid_height + slot, -12)) bead_room(slot);

// Where a ball of this size passes, from above the mouth until it lies in the lake.
module way_of_ball(size) {
  lying = size / 2 + 0.1;
  end = (lying - exit_z) / tan(slope);
  top = pyramid_height - shrine_seat + shrine_height + size;
  sweep(concat(channel_path(top, end), [[end - 20, lying]])) sphere(d = size, $fn = 32);
}
