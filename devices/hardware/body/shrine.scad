// SPDX-License-Identifier: GPL-3.0-or-later
// A shrine with its slot: mouth, shaft, beam, lamp and doorway. x = 0 and y = 0 are the middle of the shaft.

module slab(width, depth, height, z, grow = 0) {
  translate([-width / 2 - grow, -front_wall - slot / 2 - grow, z])
    cube([width + 2 * grow, depth + 2 * grow, height]);
}

module shrine(god) {
  difference() {
    union() {
      slab(shrine_width, shrine_depth, eaves, 0);
      // The cornice, and the roof that leans inwards.
      hull() {
        slab(shrine_width, shrine_depth, 0.1, eaves - 2);
        slab(shrine_width, shrine_depth, 2, eaves, 2);
      }
      hull() {
        slab(shrine_width, shrine_depth, 0.1, eaves + 1.9);
        slab(shrine_width - 16, shrine_depth - 4, 0.1, shrine_height - 4.1);
      }
      slab(shrine_width - 14, shrine_depth - 2, 4, shrine_height - 4);
      merlons();
      doorframe();
      frieze(god);
    }
    // The mouth is a funnel above, and the shaft of a bead below.
    translate([0, 0, -1]) cylinder(d = slot, h = shrine_height + 2, $fn = 48);
    translate([0, 0, shrine_height - 2]) cylinder(d1 = slot, d2 = slot + 4.2, h = 2.1, $fn = 48);
    translate([-shrine_width, 0, beam_z]) rotate([0, 90, 0])
      translate([0, 0, shrine_width - sensor_x]) cylinder(d = beam_hole, h = 2 * sensor_x, $fn = 24);
    for (side = [-1, 1])
      translate([side * sensor_x - sensor[0] / 2, -sensor[1] / 2, -1])
        cube([sensor[0], sensor[1], beam_z + lens_to_end + 1]);
    lamp_seat();
    doorway();
  }
}

lamp_y = -slot / 2 - 1.8 - collar / 2;

// The lamp is put in from below until its collar rests; its wires leave beside the sensors.
module lamp_seat() {
  translate([0, lamp_y, -1]) cylinder(d = collar, h = shrine_height - 3, $fn = 32);
  translate([0, lamp_y, 0]) cylinder(d = lens, h = shrine_height + 1, $fn = 32);
  for (side = [-1, 1]) {
    translate([min(0, side * sensor_x), lamp_y - 2, -1]) cube([sensor_x, 4, 5]);
    translate([side * sensor_x - 2, lamp_y - 2, -1]) cube([4, -lamp_y + 2, 5]);
  }
}

module doorway() {
  front = -front_wall - slot / 2;
  translate([-9, front - 1, shrine_seat]) cube([18, 6, 18]);
  // A lintel of steps needs no supports.
  translate([-6, front - 1, shrine_seat + 17]) cube([12, 6, 4]);
}

// It stands out above the seat in the platform, on a slope that needs no supports.
module doorframe() {
  front = -front_wall - slot / 2;
  difference() {
    rotate([90, 0, 90]) translate([0, 0, -13]) linear_extrude(26) polygon([
      [front + 1, shrine_seat + play], [front, shrine_seat + play], [front - 1.4, shrine_seat + play + 1.6],
      [front - 1.4, 27], [front + 1, 27],
    ]);
    translate([-9, front - 2, 0]) cube([18, 4, shrine_seat + 18]);
  }
}

module merlons() {
  width = shrine_width - 14;
  depth = shrine_depth - 2;
  front = -front_wall - slot / 2;
  for (i = [-2 : 2]) for (y = [front, front + depth - 3])
    translate([i * (width - 5) / 4, y, shrine_height - 0.01]) merlon();
}

module merlon() {
  translate([-2.5, 0, 0]) cube([5, 3, 2.5]);
  translate([-1.25, 0, 2.49]) cube([2.5, 3, 2.5]);
}

// Skulls for Huitzilopochtli, the bars of rain for Tlaloc, around the roof.
module frieze(god) {
  front = -front_wall - slot / 2;
  lean = atan2(1, shrine_height - eaves - 6);
  for (i = [-2 : 2])
    translate([i * 9, front + 1.4, eaves + 7]) rotate([90 - lean, 0, 0])
      linear_extrude(2.4) if (god == "h") skull_shape(6.6); else bar_shape();
}

module bar_shape() {
  translate([-1.8, -4]) square([3.6, 8]);
}

module skull_shape(size) {
  difference() {
    union() {
      translate([0, size * 0.12]) circle(d = size, $fn = 20);
      translate([-size * 0.28, -size * 0.62]) square([size * 0.56, size * 0.5]);
    }
    for (side = [-1, 1]) translate([side * size * 0.2, size * 0.08]) circle(d = size * 0.27, $fn = 12);
    translate([-size * 0.04, -size * 0.63]) square([size * 0.08, size * 0.25]);
  }
}
