// SPDX-License-Identifier: GPL-3.0-or-later
// The panel: screen, buttons and buzzer. It stands in the front of the base; print it on its face.

panel_height = base_height - wall - 0.6;
// Where the buttons are on the left, and the buzzer on the right; beside them are skulls.
side_x = panel_width / 2 - 22;
skull_x = panel_width / 2 - 9.5;

assert(side_x - buzzer / 2 - 2 >= lcd_board[0] / 2, "footprint: the panel has no room beside the screen");

module panel() {
  middle = panel_height / 2;
  difference() {
    rotate([90, 0, 0]) translate([0, 0, -panel_thickness]) linear_extrude(panel_thickness) difference() {
      translate([-panel_width / 2, 0]) square([panel_width, panel_height]);
      if (has_screen) {
        translate([0, middle]) square(lcd_frame, center = true);
        for (x = [-1, 1], z = [-1, 1])
          translate([x * lcd_holes[0] / 2, middle + z * lcd_holes[1] / 2]) circle(d = screw, $fn = 32);
      }
      for (z = [12, -14]) translate([-side_x, middle + z]) circle(d = button, $fn = 48);
      translate([side_x, middle]) sound_holes();
    }
    translate([0, 0.8, middle]) rotate([90, 0, 0]) linear_extrude(2) engraving();
  }
  // The buzzer's seat is a ring on the back.
  translate([side_x, panel_thickness - 0.01, middle]) rotate([-90, 0, 0]) linear_extrude(6) difference() {
    circle(d = buzzer + 4, $fn = 40);
    circle(d = buzzer, $fn = 40);
  }
}

module sound_holes() {
  circle(d = 2.4, $fn = 16);
  for (i = [0 : 5]) rotate(60 * i) translate([4, 0]) circle(d = 2.4, $fn = 16);
}

// A tick above the button "confirm", two rings below the button "pair", skulls beside.
module engraving() {
  translate([-side_x, 25]) polygon([[-4, 0.4], [-2.8, 1.6], [-1, -0.4], [3, 4], [4.2, 2.8], [-1, -2.8]]);
  for (x = [-2, 2]) translate([x - side_x, -26]) difference() {
    circle(d = 5.6, $fn = 24);
    circle(d = 3.6, $fn = 24);
  }
  for (x = [-skull_x, skull_x], z = [-18, 0, 18]) translate([x, z]) skull_shape(10);
}
