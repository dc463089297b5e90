# Collects what a server offers in its FIRMWARE_DIR (docs/build-a-temple.md) in the folder images/, after the firmware was
# built and signed: the image for updates, and what else a browser installs on a new board.
import os
import shutil

Import("env")

PARTS = {
    "": "firmware.bin",
    "-bootloader": "bootloader.bin",
    "-partitions": "partitions.bin",
    "-otadata": "ota_data_initial.bin",
}


def collect(target, source, env):
    built = os.path.dirname(str(target[0]))
    folder = os.path.join(env.subst("$PROJECT_DIR"), "images")
    os.makedirs(folder, exist_ok=True)
    for part, name in PARTS.items():
        shutil.copy(os.path.join(built, name), os.path.join(folder, f"templo-{env.subst('$PIOENV')}{part}.bin"))


env.AddPostAction("$BUILD_DIR/${PROGNAME}.bin", collect)
