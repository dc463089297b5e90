// SPDX-License-Identifier: GPL-3.0-or-later
// The pyramid: tiers, double stairway, seats of the shrines, channels, ducts for wires.

module pyramid() {
  difference() {
    union() {
      for (i = [0 : tiers - 1]) tier(i);
      stairs();
      for (side = [-1, 1]) portal(side * shrine_x);
      altar();
    }
    for (side = [-1, 1]) translate([side * shrine_x, 0, 0]) {
      channel();
      shrine_pit();
      for (duct = [-1, 1]) translate([duct * sensor_x - sensor[0] / 2, shaft_y - sensor[1] / 2, -1])
        cube([sensor[0], sensor[1], pyramid_height + 2]);
    }
    hollow();
    red_lamp();
    for (at = pyramid_screws) translate([at[0], at[1], -1]) cylinder(d = thread, h = 13, $fn = 20);
    // A channel leaves the foot of the stairs, not the floor.
    translate([-footprint, -footprint, -footprint]) cube([2 * footprint, 2 * footprint, footprint]);
  }
}

pyramid_screws = [for (x = [-1, 1], y = [stairs_front + 14, pyramid_back - 12]) [x * (pyramid_width / 2 - 12), y]];

// One tier: a leaning wall (talud) below an upright band (tablero).
module tier(i) {
  x = pyramid_width / 2 - i * side_step;
  front = stairs_front + i * front_step;
  back = pyramid_back - i * back_step;
  bottom = i * tier_height;
  band = tier_height * 0.72;
  module layer(z, inset, height = 0.01)
    translate([-x + inset, front + inset, bottom + z])
      cube([2 * (x - inset), back - front - 2 * inset, height]);
  hull() {
    layer(0, 0);
    layer(band, 2.5);
  }
  hull() {
    layer(band - 0.01, 2.5);
    layer(band + 1.5, 1);
  }
  layer(band + 1.49, 1, tier_height - band - 1.49);
}

module stairs() {
  rise = pyramid_height / steps;
  run = stairs_run / steps;
  profile = concat(
    [for (i = [0 : steps - 1]) each [[i * run, i * rise], [i * run, (i + 1) * rise]]],
    [[stairs_run + 6, pyramid_height], [stairs_run + 6, 0]]
  );
  outer = top_width / 2;
  rotate([90, 0, 90]) {
    translate([0, 0, -outer + 2]) linear_extrude(2 * outer - 4) polygon(profile);
    for (x = [-outer, -8, 1, outer - 7]) translate([0, 0, x]) linear_extrude(7) balustrade();
  }
  for (x = [-outer + 3.5, -4.5, 4.5, outer - 3.5]) translate([x, 0, 0]) serpent();
}

// A balustrade stands 4 mm above the steps and ends in a block that is steeper than they are.
module balustrade() {
  up = pyramid_height / stairs_run;
  knee = stairs_run * 0.8;
  polygon([
    [-5, 0], [-5, 1], [knee - 6, (knee - 1) * up + 3],
    [knee - 4, pyramid_height], [stairs_run + 3, pyramid_height], [stairs_run + 3, 0],
  ]);
}

// The head of a serpent at the foot of a balustrade.
module serpent() {
  hull() {
    translate([-4.2, -13, 0]) cube([8.4, 1, 4]);
    translate([-4.5, -6, 0]) cube([9, 8, 8.5]);
  }
  translate([-2.6, -7, 8.4]) cube([1.8, 3, 1.6]);
  translate([0.8, -7, 8.4]) cube([1.8, 3, 1.6]);
}

// The cave at the foot of the stairs, from which beads roll into the lake. Its roof follows the channel into the stairs.
module portal(x) {
  room = slot / 2 * (sin(45) + cos(45)) + 4;
  roof = function(y) exit_z + y * tan(slope) + room;
  back = (exit_z + room) / (pyramid_height / stairs_run - tan(slope)) + 4;
  translate([x, 0, 0]) rotate([90, 0, 90]) {
    translate([0, 0, -slot / 2 - 4]) linear_extrude(slot + 8)
      polygon([[-6, 0], [-6, roof(-6)], [back, roof(back)], [back, 0]]);
    // Its steps are as high as those of the stairs.
    rise = pyramid_height / steps;
    run = rise / tan(slope);
    count = ceil((back + 8) / run);
    translate([0, 0, -slot / 2 - 5.5]) linear_extrude(slot + 11) polygon(concat(
      [[-8, roof(-8)]],
      [for (i = [0 : count - 1]) let (y = -8 + i * run) each [[y, roof(y) + rise + 2], [min(y + run, back), roof(y) + rise + 2]]],
      [[back, roof(back)]]
    ));
  }
}

module shrine_pit() {
  translate([-shrine_width / 2 - play, shrine_front - play, pyramid_height - shrine_seat])
    cube([shrine_width + 2 * play, shrine_depth + 2 * play, shrine_seat + 1]);
}

red_lamp_y = stairs_run + 12;

// The stone of sacrifice between the shrines holds the red lamp.
module altar() {
  translate([-6, red_lamp_y - 6, pyramid_height - 0.01]) hull() {
    cube([12, 12, 0.1]);
    translate([1.2, 1.2, 8]) cube([9.6, 9.6, 0.1]);
  }
}

module red_lamp() {
  translate([0, red_lamp_y, 40]) cylinder(d = collar, h = pyramid_height - 40 + 6, $fn = 32);
  translate([0, red_lamp_y, 60]) cylinder(d = lens, h = pyramid_height, $fn = 32);
}

// The room for wires between the channels; its roof is a gable, which prints without supports.
module hollow() {
  half = shrine_x - slot / 2 - 5;
  front = stairs_run - 4;
  back = shrine_front + shrine_depth;
  rotate([90, 0, 0]) translate([0, 0, -back]) linear_extrude(back - front)
    polygon([[-half, -1], [half, -1], [half, 34], [0, 34 + half], [-half, 34]]);
}
