// SPDX-License-Identifier: GPL-3.0-or-later
// The lake: a plate that carries the pyramid, with one tray for each god in front of it.

base_screws = [for (x = [-1, 1], y = [-lake_depth + 7, pyramid_back - 7]) [x * (footprint / 2 - 5.5), y]];

module lake() {
  difference() {
    union() {
      translate([-footprint / 2, -lake_depth, 0]) cube([footprint, footprint, plate]);
      tray_walls();
    }
    for (at = base_screws) translate([at[0], at[1], -1]) {
      cylinder(d = screw, h = 40, $fn = 24);
      translate([0, 0, plate + 1 + (at[1] < 0 ? 2 : -1.8)]) cylinder(d = head, h = 40, $fn = 24);
    }
    for (at = pyramid_screws) translate([at[0], at[1], -1]) {
      cylinder(d = screw, h = 40, $fn = 24);
      cylinder(d1 = head + 2, d2 = screw, h = 2.8, $fn = 24);
    }
    // Whose half it is, to be filled with paint: bars of rain on the left, a skull on the right.
    for (god = ["h", "t"]) translate([0, 0, plate - sign_depth]) linear_extrude(sign_depth + 1) god_sign(god);
    // Wires: from the hollow, and from the ducts on the outside.
    half = shrine_x - slot / 2 - 7;
    translate([-half, stairs_run, -1]) cube([2 * half, shrine_depth, plate + 2]);
    for (side = [-1, 1])
      translate([side * (shrine_x + sensor_x) - sensor[0] / 2, shaft_y - sensor[1] / 2, -1])
        cube([sensor[0], sensor[1], plate + 2]);
  }
}

module god_sign(god) {
  translate([(god == "h" ? 1 : -1) * (footprint / 2 - 34), -lake_depth + 22])
    if (god == "h") skull_shape(22);
    else for (x = [-11, 0, 11]) translate([x, 0]) scale(2) bar_shape();
}

module tray_walls() {
  top = plate + lake_wall;
  // The sides, and the wall between the gods.
  for (x = [-footprint / 2, footprint / 2 - 11]) translate([x, -lake_depth, 0]) cube([11, lake_depth, top]);
  translate([-4, -lake_depth, 0]) cube([8, lake_depth - 6, top]);
  // A low lip keeps the beads in; waves run along it.
  translate([-footprint / 2, -lake_depth, 0]) cube([footprint, 4, plate + lake_lip]);
  for (x = [-footprint / 2 + 22 : 13 : footprint / 2 - 20]) if (abs(x) > 8)
    translate([x, -lake_depth + 4, plate + lake_lip - 0.01]) rotate([90, 0, 0])
      linear_extrude(4) difference() {
        circle(d = 9, $fn = 24);
        translate([-9, -9]) square([18, 9]);
      }
  // Steps of the precinct beside the pyramid.
  for (x = [-footprint / 2, footprint / 2 - 11]) translate([x, -11, 0]) cube([11, 11, top + 4]);
}
