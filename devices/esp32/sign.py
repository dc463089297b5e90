# Signs the firmware after it was built, if there is a signing-key.pem (docs/build-a-temple.md): a temple installs only
# updates that are signed with the key of the image that runs. It needs esptool (requirements.txt) in the Python that
# runs PlatformIO.
import os
import subprocess

Import("env")


def sign(target, source, env):
    image = str(target[0])
    key = os.path.join(env.subst("$PROJECT_DIR"), "signing-key.pem")
    if not os.path.exists(key):
        print("No signing-key.pem: this image will accept no updates over the network.")
        return
    signed = image + ".signed"
    command = [env.subst("$PYTHONEXE"), "-m", "espsecure", "sign-data", "--version", "2", "--keyfile", key]
    if subprocess.run(command + ["--output", signed, image]).returncode != 0:
        print("The image is not signed. Is esptool of requirements.txt in this Python? build.sh installs it.")
        return 1
    os.replace(signed, image)


env.AddPostAction("$BUILD_DIR/${PROGNAME}.bin", sign)
