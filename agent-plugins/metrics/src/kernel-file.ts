import { closeSync, openSync, readSync } from 'node:fs'

/** A file of /proc or /sys that stays open between reads. */
export interface KernelFile {
  /** the current content; null if the file cannot be read */
  read(): string | null
  close(): void
}

// Shared by all files: reads are synchronous and copy the text.
let buffer = Buffer.allocUnsafe(16 * 1024)

function readAll(fd: number): string {
  let length = 0
  for (;;) {
    if (length === buffer.length) buffer = Buffer.concat([buffer], buffer.length * 2)
    const count = readSync(fd, buffer, length, buffer.length - length, length)
    if (count === 0) return buffer.toString('latin1', 0, length)
    length += count
  }
}

/**
 * Keeps a kernel file open and reads it from offset 0 each time, which is twice as fast as reopening it. Returns null while
 * the file is missing and reopens it when it comes back.
 */
export function openKernelFile(path: string): KernelFile {
  let fd: number | undefined
  const close = () => {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
  }
  return {
    read() {
      try {
        fd ??= openSync(path, 'r')
        return readAll(fd)
      } catch {
        close()
        return null
      }
    },
    close,
  }
}
