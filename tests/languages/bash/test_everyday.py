"""Everyday commands, and what a person should read of them: in the line, in a part, or in a warning."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.explain import explain

READ = [
    ("git commit -m fix", "Record the marked changes (with this message: fix)."),
    ("git reset --hard HEAD~1", "Go back to a commit [HEAD~1] (and throw changes away)."),
    ("git reset --hard HEAD~1", "git reset --hard throws away all changes that are not committed"),
    ("git push --force", "git push --force throws away what others have pushed"),
    ("git log --oneline -n 5", "Show commits"),
    ("git checkout -b new", "make the branch"),
    ("docker ps -a", "List containers (also those that ended)."),
    ("docker rm -f web", "docker rm -f ends a running container and deletes it"),
    ("docker run -d -p 80:80 web", "with this port"),
    ("kubectl get pods -n web", "List things [pods] (in this namespace: web)."),
    ("kubectl delete pod a", "kubectl delete removes what runs in the cluster"),
    ("systemctl restart nginx", "Stop a service and start it again [nginx]."),
    ("apt install -y jq", "Install packages [jq] (without asking)."),
    ("npm install --save-dev x", "for development"),
    ("make 2>&1", "send errors to where the output goes"),
    ("echo no >&2", "send the output to where errors go"),
    ("set -o pipefail", "a pipe fails where any of its commands does"),
    ("[[ -f a ]]", "is a regular file"),
    ("[[ $a =~ ^x ]]", "matches the regular expression"),
    ("[[ $a -gt 3 && -n $b ]]", "is more than"),
    ("! grep -q x f", "The opposite of"),
    ("parallel gzip ::: a b", "for each of the words that follow"),
    ("find /var/log -name '*.gz' -delete", "all below /var/log"),
    ("find -delete", "all below ."),
    ("dd if=/dev/zero of=/dev/sda", "dd writes over the device /dev/sda"),
    ("mkfs.ext4 /dev/sda1", "make a file system: all that the disk holds is lost"),
    ("chmod -R 777 /", "chmod -R on / can make the system unusable"),
    ("curl -s http://x | sh", "runs what the network sends, unseen"),
]


# The one line that a person reads first.
SUMMARIES = [
    ('ls -la', 'List directories and files (long listing; also names that begin with a dot).'),
    ('cp -r src dst', 'Copy files and directories [src, dst] (directories with all that is in them).'),
    ('mv a.txt b.txt', 'Move or rename files [a.txt, b.txt].'),
    ('mkdir -p a/b/c', 'Make directories [a/b/c] (parents, too, and no complaint if it is there).'),
    ('rm -rf build', 'Delete files [build] (directories with all that is in them; no questions, and no complaint about what is missing).'),
    ('ln -s /usr/bin/python3 py', 'Make links between files [/usr/bin/python3, py] (symbolic links instead of hard ones).'),
    ('grep -rn TODO src', 'Print lines that match a pattern [TODO, src] (directories with all that is in them; the number of each line).'),
    ("grep -v '^#' config", "Print lines that match a pattern ['^#', config] (lines that do not match)."),
    ('sort -u names.txt', 'Sort lines [names.txt] (equal lines only once).'),
    ('sort -k2 -n data.txt', 'Sort lines [data.txt] (by this key (fields from, to): 2; by number).'),
    ('uniq -c names.txt', 'Print equal lines that follow each other only once [names.txt] (how often each line comes).'),
    ('head -n 20 log.txt', 'Print the first lines [log.txt] (20 lines).'),
    ('tail -f /var/log/syslog', 'Print the last lines [/var/log/syslog] (wait for more, and print it).'),
    ('wc -l file.txt', 'Count lines, words and bytes [file.txt] (lines).'),
    ('cut -d, -f1 data.csv', 'Print parts of each line [data.csv] (fields are separated by this: ,; these fields: 1).'),
    ("sed -i 's/a/b/g' file", "Edit each line by a program ['s/a/b/g', file] (change the files themselves)."),
    ('tr a-z A-Z < file', 'Replace or delete characters [a-z, A-Z], reading file.'),
    ('diff -u a b', 'Show how files differ [a, b] (unified form).'),
    ('chmod +x run.sh', 'Change the permissions of files [+x, run.sh].'),
    ('chown -R alice:staff dir', 'Change owner and group of files [alice:staff, dir] (directories with all that is in them).'),
    ('tar xzf a.tar.gz -C /tmp', 'Put files into an archive, or take them out (take files out; through gzip; the archive: a.tar.gz; go there first: /tmp).'),
    ('zip -r a.zip dir', 'Put files into a zip archive [a.zip, dir] (directories with all that is in them).'),
    ('df -h', 'Show how full file systems are (sizes with units).'),
    ('du -sh *', 'Show how much space files take [*] (only one total each; sizes with units).'),
    ('ps aux', 'List processes (of all users; with users and how much they use; also those without a terminal).'),
    ('kill -9 1234', 'Send a signal to processes [1234] (this signal: 9).'),
    ('ssh -p 2222 user@host', 'Run a command, or log in, on another machine [user@host] (the port of the other machine: 2222).'),
    ('rsync -avz src/ host:dst', 'Copy files, only what changed, here or to another machine [src/, host:dst] (all within, and keep nearly everything about it; say what is done; compress on the way).'),
    ('curl -O https://example.com/a.tgz', 'Get or send data by its address [https://example.com/a.tgz] (into a file of the same name).'),
    ('ping -c 4 example.com', 'See whether a machine answers [example.com] (4 times).'),
    ('ss -ltn', 'Show connections (only those that wait; TCP; no names).'),
    ('crontab -l', 'List or change what is run at set times (list).'),
    ("git commit -am 'fix'", "Record the marked changes (mark all changes first; with this message: 'fix')."),
    ('git stash pop', 'Bring back the changes that were put aside.'),
    ('git clean -fdx', 'Delete files that git does not know (really; also directories; also ignored files).'),
    ('git reset --hard HEAD~1', 'Go back to a commit [HEAD~1] (and throw changes away).'),
    ('docker run -it --rm ubuntu bash', 'Start a container [ubuntu, bash] (with a terminal; and delete it afterwards).'),
    ('docker compose up -d', 'Start the containers of a project (in the background).'),
    ('docker rm -f web', 'Delete containers [web] (also running ones).'),
    ('kubectl get pods -n web', 'List things [pods] (in this namespace: web).'),
    ('systemctl restart nginx', 'Stop a service and start it again [nginx].'),
    ('journalctl -u nginx -f', 'Print the log of the system (of this service: nginx; wait for more).'),
    ('apt-get install -y vim', 'Install packages [vim] (without asking).'),
    ('pip install -r requirements.txt', 'Install packages (those that this file lists: requirements.txt).'),
    ('openssl req -x509 -newkey rsa:4096 -keyout k.pem -out c.pem -days 365 -nodes', 'Ask for a certificate (make the certificate itself instead; with a new key of this kind: rsa:4096; the key goes into this file: k.pem; into this file: c.pem; valid for so many days: 365; without a password).'),
    ('openssl enc -aes-256-cbc -d -in a.enc -out a', 'Encrypt data (by AES with 256 bits; decrypt it instead; read this file: a.enc; into this file: a).'),
    ('openssl x509 -in c.pem -text -noout', 'Read a certificate (read this file: c.pem; print it for people; do not print it encoded).'),
    ('ffmpeg -i in.mp4 -vn -acodec copy out.aac', 'Convert sound and video [out.aac] (read this file: in.mp4; without the picture; with this codec for the sound: copy).'),
    ('ffmpeg -ss 00:01:00 -i in.mp4 -t 30 -c copy out.mp4', 'Convert sound and video [out.mp4] (from this moment on: 00:01:00; read this file: in.mp4; for this long: 30; with this codec: copy).'),
    ("find . -type f -name '*.log' -mtime +7 -exec rm {} +", "Find files below directories, and act on them [.] (is a regular file and its name matches: '*.log' and changed more than 7 days ago and run a command on it: delete files [{}])."),
    ('find . -type f | xargs grep -l main', 'Find files below directories, and act on them [.] (is a regular file), then on its output build and run commands from the words of standard input: print lines that match a pattern [main] (names of files with a match).'),
    ('for f in *.jpg; do convert "$f" "${f%.jpg}.png"; done', 'For each of *.jpg: convert pictures ["$f", "${f%.jpg}.png"].'),
    ('if [ -f a ]; then echo yes; else echo no; fi', 'If this succeeds: say by status whether a is a regular file, then print text [yes]; otherwise print text [no].'),
    ('[[ $a -gt 3 && -n $b ]]', 'Say by status whether $a is more than 3 and $b is a text that is not empty.'),
    ('make > out.txt 2>&1', 'Build what is out of date, written into out.txt, errors too.'),
    ('nohup ./server &', 'Run a command that outlives the terminal: run ./server (in the background).'),
    ('watch -n 5 df -h', 'Run a command again and again, and show its output (wait 5 seconds in between): show how full file systems are (sizes with units).'),
    ('tee -a log.txt', 'Copy standard input to files and to standard output [log.txt] (add to the files instead of overwriting).'),
    ('test -d /tmp && echo yes', 'Say by status whether /tmp is a directory; if that succeeds, print text [yes].'),
    ('uname -a', 'Print what system this is (everything).'),
    ('! grep -q x f', 'The opposite of: print lines that match a pattern [x, f] (print nothing, only say by status).'),
    ('history | tail -20', 'List or change earlier commands, then on its output print the last lines (20 lines).'),
]  # fmt: skip


@pytest.mark.parametrize(("command", "line"), SUMMARIES)
def test_one_line(command: str, line: str) -> None:
    assert explain(command).summary == line


@pytest.mark.parametrize(("command", "text"), READ)
def test_what_a_person_reads(command: str, text: str) -> None:
    explanation = explain(command)
    shown = [explanation.summary, *(line.meaning for line in explanation.lines)]
    assert any(text in words for words in (*shown, *(danger.text for danger in explanation.dangers)))


def test_curl_takes_long_flags_with_words_of_their_own() -> None:
    assert explain("curl -X POST http://a").long == "curl --request POST http://a"


def test_a_quote_within_an_expansion_within_quotes() -> None:
    assert explain("echo \"${v#$'\\''}\"").template == "echo Regex"
