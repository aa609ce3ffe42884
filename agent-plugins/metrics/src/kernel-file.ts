import { closeSync, openSync, readSync } from 'node:fs'

/** A file of /proc or /sys that stays open between reads. */
export interface KernelFile {
  /** the present content; null when it cannot be read */
  read(): string | null
  close(): void
}

// One for all files: reads are synchronous, and the text is copied out before the next one.
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
 * Reads a kernel file again and again at offset 0, which makes the kernel render it anew. That takes half the time of
 * opening it each time. A file that is missing or goes away is null; it is opened again when it returns.
 */
export function keepOpen(path: string): KernelFile {
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
