# Signs the firmware after it was built, if there is a signing-key.pem (docs/build-a-temple.md): a temple installs only
# updates that are signed with the key of the image that runs.
import os
import subprocess

Import("env")


def sign(target, source, env):
    image = str(target[0])
    key = os.path.join(env.subst("$PROJECT_DIR"), "signing-key.pem")
    if not os.path.exists(key):
        print("No signing-key.pem: this image will accept no updates over the network.")
        return
    tool = os.path.join(env.PioPlatform().get_package_dir("tool-esptoolpy"), "espsecure.py")
    command = [env.subst("$PYTHONEXE"), tool, "sign_data", "--version", "2", "--keyfile", key]
    subprocess.run(command + ["--output", image + ".signed", image], check=True)
    os.replace(image + ".signed", image)


env.AddPostAction("$BUILD_DIR/${PROGNAME}.bin", sign)
