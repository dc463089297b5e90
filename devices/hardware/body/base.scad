// SPDX-License-Identifier: GPL-3.0-or-later
// The base: a box without a lid for board and breadboard; the panel slides into its front from above.

panel_thickness = 3;
panel_width = footprint - 16;
cable_x = -44;

module base() {
  front = -lake_depth;
  difference() {
    union() {
      translate([-footprint / 2, front, 0]) cube([footprint, footprint, wall]);
      for (x = [-footprint / 2, footprint / 2 - wall]) translate([x, front, 0]) cube([wall, footprint, base_height]);
      translate([-footprint / 2, pyramid_back - wall, 0]) cube([footprint, wall, base_height]);
      for (at = base_screws) translate([at[0] - 5.5, at[1] - 7, 0]) cube([11, 14, base_height]);
      // A sill below the panel.
      translate([-footprint / 2, front, 0]) cube([footprint, 9, wall + 1]);
      tzompantli();
    }
    translate([-panel_width / 2 - play, front + 3 - play, wall])
      cube([panel_width + 2 * play, panel_thickness + 2 * play, base_height]);
    // The panel shows between the corner posts.
    translate([-panel_width / 2 + 4, front - 3, wall + 1]) cube([panel_width - 8, 40, base_height]);
    for (at = base_screws) translate([at[0], at[1], base_height - 14]) cylinder(d = thread, h = 15, $fn = 20);
    // The cable, and air.
    translate([0, pyramid_back + 1, 0]) rotate([90, 0, 0]) linear_extrude(wall + 2) {
      translate([cable_x - 7, wall]) square([14, 16]);
      for (x = [-60 : 8 : 60]) if (abs(x - cable_x) > 12) translate([x - 1.5, 12]) square([3, base_height - 26]);
    }
  }
  translate([cable_x, pyramid_back - wall - plug, wall]) board_seat();
  translate([footprint / 2 - wall - breadboard[0] / 2 - 5, pyramid_back - 46, wall]) seat(breadboard);
}

// A rack of skulls along both sides.
module tzompantli() {
  step = (footprint - 42) / 11;
  for (side = [-1, 1])
    translate([side * (footprint / 2 - 0.2), -lake_depth, 0]) rotate([90, 0, 90]) translate([0, 0, side > 0 ? 0 : -1.4])
      linear_extrude(1.4) for (row = [0 : 2], i = [0 : 11]) translate([21 + i * step, 14 + row * 19]) skull_shape(10);
}

// The side with the plug is at y = 0.
module board_seat() {
  if (board == "raspberry-pi")
    for (x = [-39, 19], y = [-52.5, -3.5]) translate([x, y, -0.01]) difference() {
      cylinder(d = 6.5, h = 6, $fn = 24);
      cylinder(d = 2.2, h = 7, $fn = 16);
    }
  else translate([0, -board_size[0] / 2, 0]) rotate(90) seat(board_size);
}

// Two ledges below the short ends, high enough for pins below, with a slot for a cable tie.
module seat(size) {
  for (side = [-1, 1]) translate([side * (size[0] / 2 + 0.2), 0, -0.01]) difference() {
    translate([-5, -size[1] / 2 - 3, 0]) cube([10, size[1] + 6, 13]);
    translate([side > 0 ? -20 : 0, -size[1] / 2 - play, 11]) cube([20, size[1] + 2 * play, 10]);
    translate([-2, -size[1], 4]) cube([4, 2 * size[1], 3]);
    // A plug is thicker than its socket.
    translate([-20, -7, 8.5]) cube([40, 14, 10]);
  }
}
