# why: getcwd, chdir, makedirs, walk, glob, copies
# checks: files
import os, shutil, glob, pathlib
def double(x):
    here = os.getcwd()
    os.makedirs("a/b/c", exist_ok=True)
    pathlib.Path("a/b/one.txt").write_text("1"); shutil.copy("a/b/one.txt", "a/two.txt")
    os.chdir("a"); assert sorted(os.listdir()) == ["b", "two.txt"]; os.chdir(here)
    assert len(glob.glob("a/**/*.txt", recursive=True)) == 2
    assert [f for _, _, f in os.walk("a")][0] == ["two.txt"]
    shutil.rmtree("a"); os.rename("data.txt", "moved.txt"); os.chmod("moved.txt", 0o600); os.symlink("moved.txt", "link")
    assert os.path.realpath("link").endswith("moved.txt") and pathlib.Path("link").read_text() == "seven"
    return 2 * x
