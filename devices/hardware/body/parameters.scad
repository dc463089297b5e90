// SPDX-License-Identifier: GPL-3.0-or-later
// The measures of a temple's body. All lengths in mm, all angles in degrees.
// x: to the right, 0 in the middle; y: to the back, 0 at the foot of the stairs; z: up, 0 at the foot of each part.

/* [Beads] */
// The widest bead.
bead = 12;
// The narrowest bead: it must cross the beam wherever it falls.
least_bead = 9;
// The width of a slot and of its channel: one bead passes, two do not.
slot = 16;
// The angle of a channel's floor.
slope = 35;
// The radius of the bend between shaft and channel, at the channel's middle.
bend = 16;

/* [Beams] */
// Emitter or receiver: thickness along the beam, width, height.
sensor = [8.4, 10.8, 20.6];
// From the middle of a sensor's lens to the sensor's nearer end.
lens_to_end = 5.4;
// From a slot's mouth down to its beam.
beam_depth = 25;
// The hole of a beam, and how long it is on each side.
beam_hole = 3.2;
beam_length = 10;

/* [Pyramid] */
tiers = 4;
tier_height = 22;
pyramid_width = 164;
// How far each tier stands back from the one below.
side_step = 3.4;
front_step = 16;
back_step = 6;
// How far the stairs stand out.
stairs_front = 10;
// From the middle of the temple to the middle of a shrine.
shrine_x = 40;
steps = 22;

/* [Shrines] */
shrine_height = 50;
// In front of the shaft are the doorway and the lamp.
front_wall = 16;
back_wall = 8;
// How deep a shrine stands in the platform.
shrine_seat = 3;
// Room around parts that are put into others.
play = 0.3;

/* [Lake and base] */
footprint = 182;
lake_wall = 12;
lake_lip = 4;
plate = 3;
// How deep the sign of each god is in the floor of its half of the lake.
sign_depth = 0.6;
base_height = 66;
wall = 3;
// Which board: esp32, esp32c3, esp32s3 or raspberry-pi.
board = "esp32"; // [esp32, esp32c3, esp32s3, raspberry-pi]

/* [Parts that are built in] */
// A 5 mm LED: its lens and its collar.
lens = 5.2;
collar = 6.4;
button = 12.2;
buzzer = 12.6;
// LCD 20x4: the frame that shows through the panel, and its screw holes.
lcd_frame = [97.6, 40.6];
lcd_holes = [93, 55];
lcd_board = [98.5, 60.5];
breadboard = [82, 52];
// Room for a plug between the board and the back.
plug = 40;
// M3: a hole to pass, one to cut its own thread, and a sunk head.
screw = 3.4;
thread = 2.6;
head = 6.2;

/* [What follows] */
pyramid_height = tiers * tier_height;
stairs_run = stairs_front + (tiers - 1) * front_step + 2;
shrine_front = stairs_run + 4;
shaft_y = shrine_front + front_wall + slot / 2;
shrine_depth = front_wall + slot + back_wall;
shrine_width = slot + 2 * (beam_length + sensor[0] + 1.8);
top_width = pyramid_width - 2 * (tiers - 1) * side_step - 5;
pyramid_back = shrine_front + shrine_depth + 4 + (tiers - 1) * back_step + 2.5;
lake_depth = footprint - pyramid_back;
// The middle of the channel where it leaves the stairs, above the lake's floor.
exit_z = slot / 2 + 2;
// Where channel and shaft would meet without the bend.
knee_z = exit_z + shaft_y * tan(slope);
bend_start = knee_z + bend * tan((90 - slope) / 2);
beam_z = shrine_height - beam_depth;
eaves = shrine_height * 0.68;
sensor_x = slot / 2 + beam_length + sensor[0] / 2;

board_size = board == "raspberry-pi" ? [85, 56]
  : board == "esp32" ? [54.4, 27.9]
  : board == "esp32c3" ? [38.9, 25.4]
  : board == "esp32s3" ? [62.8, 25.4]
  : undef;
has_screen = board != "raspberry-pi";

assert(bead > 0 && slot >= bead + 3, "slot: a bead needs 3 mm of room");
assert(slot < 2 * least_bead, "slot: a bead passes beside another one, or beside the beam");
assert(slope >= 30, "slope: beads stop in a channel of less than 30 degrees");
assert(slope <= 60, "slope: the channel misses the foot of the stairs");
assert(bend >= slot / 2, "bend: the channel's inner side has a corner");
assert(bend_start <= pyramid_height - 2, "slope: the channel begins above the platform");
assert(beam_depth >= bead, "beam_depth: a bead in the mouth reaches the beam");
assert(beam_length >= 10, "beam_length: daylight reaches the receiver");
assert(beam_z >= sensor[2] - lens_to_end, "shrine_height: the sensors do not fit below the beam");
assert(beam_z + lens_to_end + 2 < eaves, "beam_depth: the sensors do not fit below the roof");
assert(2 * shrine_x >= shrine_width + 10, "shrine_x: the shrines leave no room for the red lamp");
assert(2 * shrine_x + shrine_width + 2 <= top_width, "pyramid_width: the platform is narrower than the shrines");
assert(lake_depth >= 50, "footprint: the lake is too short for a hand");
// A skirt is a line 6 mm around a part; the skulls on the base stand out 1.2 mm on both sides.
assert(footprint + 2 * (1.2 + 6.5) <= 200, "footprint: a bed of 200 mm has no room for a skirt");
assert(max(pyramid_height, shrine_height, base_height) <= 200, "a part is higher than 200 mm");
assert(pyramid_width + 16 <= footprint, "footprint: no room for screws beside the pyramid");
assert(base_height >= lcd_board[1] + 4, "base_height: the screen is higher than the base");
assert(front_wall >= 5 + collar + 3, "front_wall: the lamp does not fit behind the doorway");
assert(!is_undef(board_size), "board: esp32, esp32c3, esp32s3 or raspberry-pi");
