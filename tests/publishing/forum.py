"""What forums would make of a post: a scanner for BBCode's tags, and the words and signs they act upon.

The lists are those of phpBB 3.3, MyBB 1.8 and SMF 2.1.
"""

import re
from dataclasses import dataclass

WJ = "\u2060"
LRM = "\u200e"

_PHPBB = """
    :D :-D :grin: :) :-) :smile: ;) ;-) :wink: :( :-( :sad: :o :-o :eek: :shock: :? :-? :???: 8-) :cool:
    :lol: :x :-x :mad: :P :-P :razz: :oops: :cry: :evil: :twisted: :roll: :!: :?: :idea: :arrow: :| :-|
    :mrgreen: :geek: :ugeek:
"""
_SMF_AND_MYBB = """
    ::) >:D ;D :[ :-[ :-X :-\\ :-* :'( O:-) C:-) 8) B) O0 ??? ^-^ :)) (c) (r) (tm)
"""
SMILIES = tuple(f"{_PHPBB} {_SMF_AND_MYBB}".split())

_TAG = re.compile(r"\[(/?)([a-zA-Z]+|\*)(=[^\]]*)?\]")
_LINKS = re.compile(
    r"(?i)[a-z][a-z0-9+.-]*://|www\.|mailto:\w|\S@\w|@\w|\w[.\u3002\uff0e]\w*[a-z]{2,}"
)

OURS = frozenset({"b", "size", "list", "*", "code", "quote", "url"})


@dataclass(frozen=True)
class Read:
    """A post as a forum reads it: running text, the text in code blocks, and the tags that were found."""

    text: str
    code: str
    tags: tuple[str, ...]


def read_bbcode(post: str) -> Read:
    """Take a post apart; tags in code count for nothing. Raises where tags cross or stay open."""
    text: list[str] = []
    code: list[str] = []
    tags: list[str] = []
    open_tags: list[str] = []
    position = 0
    while position < len(post):
        if open_tags and open_tags[-1] == "code":
            end = post.lower().index("[/code]", position)
            code.append(post[position:end])
            position = end + len("[/code]")
            open_tags.pop()
            continue
        found = _TAG.search(post, position)
        if found is None:
            break
        text.append(post[position : found.start()])
        position = found.end()
        closing, tag = found.group(1), found.group(2).lower()
        if tag == "url" and not closing and found.group(3) is None:
            position = post.index("[/url]", position)  # the address itself is the text
        tags.append(tag + (found.group(3) or "") if not closing else f"/{tag}")
        if closing:
            assert open_tags, f"[/{tag}] closes nothing"
            assert open_tags.pop() == tag, f"[/{tag}] crosses another tag"
        elif tag != "*":
            open_tags.append(tag)
    text.append(post[position:])
    assert not open_tags, f"left open: {open_tags}"
    return Read(text="\0".join(text), code="\n\0\n".join(code), tags=tuple(tags))


def traps_in(text: str) -> list[str]:
    """Everything in running text that some forum would turn into something else."""
    found = [smiley for smiley in SMILIES if smiley.lower() in text.lower()]
    found += _LINKS.findall(text)
    found += re.findall(r"(?m)^/\w+", text)
    found += re.findall(r"\.{100,}", text)
    return found


def visible(text: str) -> str:
    """The text without what nobody sees."""
    return text.replace(WJ, "").replace(LRM, "").replace("\0", "")
