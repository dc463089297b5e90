// SPDX-License-Identifier: GPL-3.0-or-later
// A temple's body. Each part as an STL: openscad -D 'part="pyramid"' -o pyramid.stl temple.scad
include <parameters.scad>
include <channel.scad>
include <shrine.scad>
include <pyramid.scad>
include <lake.scad>
include <base.scad>
include <panel.scad>

// What to make: a part as it is printed, the whole temple, or a check, which must be empty:
// where a bead on its way would touch something, where a beam would, and where two parts would be in each other.
part = "temple"; // [temple, base, panel, lake, pyramid, shrine_h, shrine_t, stuck_bead, blocked_beam, misfit]
// The ball of the first check.
ball = bead + 1;

if (part == "base") base();
else if (part == "panel") rotate([90, 0, 0]) panel();
else if (part == "lake") lake();
else if (part == "pyramid") pyramid();
else if (part == "shrine_h") shrine("h");
else if (part == "shrine_t") shrine("t");
else if (part == "stuck_bead") intersection() {
  upper_parts();
  translate([shrine_x, 0, 0]) way_of_ball(ball);
}
else if (part == "blocked_beam") intersection() {
  upper_parts();
  translate([shrine_x - sensor_x, shaft_y, pyramid_height - shrine_seat + beam_z]) rotate([0, 90, 0])
    cylinder(d = beam_hole - 0.4, h = 2 * sensor_x, $fn = 16);
}
else if (part == "misfit") {
  intersection() {
    pyramid();
    translate([shrine_x, shaft_y, pyramid_height - shrine_seat + 0.05]) shrine("h");
  }
  intersection() {
    base();
    translate([0, -lake_depth + 3, wall + 0.05]) panel();
  }
}
else if (part == "temple") {
  color("#4a4f57") base();
  color("#8a8f98") translate([0, -lake_depth + 3, wall + 0.3]) panel();
  color("#3f7f97") translate([0, 0, base_height]) lake();
  translate([0, 0, base_height + plate]) {
    color("#c9b896") pyramid();
    // As on the page, and as the Templo Mayor stood: Tlaloc on the left of who looks from the lake.
    translate([-shrine_x, shaft_y, pyramid_height - shrine_seat]) color("#3c8fae") shrine("t");
    translate([shrine_x, shaft_y, pyramid_height - shrine_seat]) color("#b0483a") shrine("h");
  }
  built_in();
}
else assert(false, "part: no such part");

// Lake, pyramid and one shrine as they stand, from the lake's floor.
module upper_parts() {
  translate([0, 0, -plate]) lake();
  pyramid();
  translate([shrine_x, shaft_y, pyramid_height - shrine_seat]) shrine("h");
}

// What is built in, for the picture: screen, buttons, lamps, paint, and some beads in the lake.
module built_in() {
  front = -lake_depth;
  middle = wall + panel_height / 2;
  if (has_screen) color("#2f6fd0") translate([-lcd_frame[0] / 2, front + 1, middle - lcd_frame[1] / 2])
    cube([lcd_frame[0], 4, lcd_frame[1]]);
  for (at = [["#46a05a", 12], ["#8a63c9", -14]])
    color(at[0]) translate([-side_x, front - 2, middle + at[1]]) rotate([-90, 0, 0]) cylinder(d = button - 0.4, h = 6, $fn = 32);
  translate([0, 0, base_height + plate]) {
    for (side = [-1, 1]) color("#fff3b0")
      translate([side * shrine_x, shaft_y + lamp_y, pyramid_height - shrine_seat + shrine_height]) sphere(d = lens, $fn = 24);
    color("#e03030") translate([0, red_lamp_y, pyramid_height + 8]) sphere(d = lens, $fn = 24);
    translate([0, 0, 0.05 - sign_depth]) {
      color("#bfe3ea") linear_extrude(sign_depth) god_sign("t");
      color("#f0c2b4") linear_extrude(sign_depth) god_sign("h");
    }
    for (at = [[-36, -22], [-22, -31], [-14, -14], [-33, -44], [28, -20], [40, -29]])
      color("#f4ead2") translate([at[0], at[1], bead / 2]) sphere(d = bead, $fn = 32);
  }
}
