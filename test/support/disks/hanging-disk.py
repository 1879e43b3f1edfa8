"""A file system for tests: shows a folder, and hangs when it is told to.

hanging-disk.py FOLDER POINT ORDER: what the file ORDER names hangs, of the words "read", "stat" and "list" (none of them: nothing does). A call
that hangs goes on when its word is gone.
"""
import errno
import os
import sys
import time

from fusepy import FUSE, FuseOSError, Operations

FOLDER, POINT, ORDER = sys.argv[1:4]


def wait(word):
    while True:
        with open(ORDER, encoding="utf8") as order:
            if word not in order.read().split():
                return
        # For whoever wants to know that somebody waits.
        open(ORDER + ".held", "a", encoding="utf8").close()
        time.sleep(0.02)


def at(path):
    return FOLDER + path


class Hanging(Operations):
    def __call__(self, op, *args):
        try:
            return super().__call__(op, *args)
        except OSError as error:
            raise FuseOSError(error.errno or errno.EIO) from error

    def getattr(self, path, fh=None):
        wait("stat")
        stat = os.lstat(at(path))
        return {
            "st_mode": stat.st_mode,
            "st_size": stat.st_size,
            "st_ino": stat.st_ino,
            "st_nlink": stat.st_nlink,
            "st_uid": stat.st_uid,
            "st_gid": stat.st_gid,
            "st_atime": stat.st_atime,
            "st_mtime": stat.st_mtime,
            "st_ctime": stat.st_ctime,
            "st_blocks": stat.st_blocks,
        }

    def readdir(self, path, fh):
        wait("list")
        return [".", "..", *os.listdir(at(path))]

    def open(self, path, flags):
        return os.open(at(path), flags & ~os.O_NOFOLLOW)

    def create(self, path, mode, fi=None):
        return os.open(at(path), os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    def read(self, path, size, offset, fh):
        wait("read")
        return os.pread(fh, size, offset)

    def write(self, path, data, offset, fh):
        return os.pwrite(fh, data, offset)

    def truncate(self, path, length, fh=None):
        os.truncate(at(path), length)

    def release(self, path, fh):
        os.close(fh)

    def unlink(self, path):
        os.unlink(at(path))

    def mkdir(self, path, mode):
        os.mkdir(at(path), mode)

    def rename(self, old, new):
        os.rename(at(old), at(new))

    def statfs(self, path):
        stat = os.statvfs(at(path))
        return {key: getattr(stat, key) for key in ("f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree", "f_namemax")}


# Nothing is remembered by the kernel, so that whoever asks is answered by us.
FUSE(Hanging(), POINT, foreground=True, fsname="hanging", use_ino=True, direct_io=True, attr_timeout=0, entry_timeout=0, negative_timeout=0)
