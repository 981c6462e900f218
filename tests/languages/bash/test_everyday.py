"""Everyday commands, and what a person should read of them: in the line, in a part, or in a warning."""

from __future__ import annotations

import pytest

from asmeant.languages.bash.explain import explain

READ = [
    ("git commit -m fix", "Record the marked changes [fix] (with this message)."),
    ("git reset --hard HEAD~1", "Go back to a commit [HEAD~1] (and throw changes away)."),
    ("git reset --hard HEAD~1", "git reset --hard throws away all changes that are not committed"),
    ("git push --force", "git push --force throws away what others have pushed"),
    ("git log --oneline -n 5", "Show commits"),
    ("git checkout -b new", "make the branch"),
    ("docker ps -a", "List containers (also those that ended)."),
    ("docker rm -f web", "docker rm -f ends a running container and deletes it"),
    ("docker run -d -p 80:80 web", "with this port"),
    ("kubectl get pods -n web", "List things [pods, web] (in this namespace)."),
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


@pytest.mark.parametrize(("command", "text"), READ)
def test_what_a_person_reads(command: str, text: str) -> None:
    explanation = explain(command)
    shown = [explanation.summary, *(line.meaning for line in explanation.lines)]
    assert any(text in words for words in (*shown, *(danger.text for danger in explanation.dangers)))


def test_curl_takes_long_flags_with_words_of_their_own() -> None:
    assert explain("curl -X POST http://a").long == "curl --request POST http://a"


def test_a_quote_within_an_expansion_within_quotes() -> None:
    assert explain("echo \"${v#$'\\''}\"").template == "echo Regex"
