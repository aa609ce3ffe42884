import { closeSync, constants } from 'node:fs'
import { constants as os } from 'node:os'

/** Opens a handle that only names a file, without rights to its content. Node has no name for it. */
export const openPath = 0x20_0000
const closeOnExec = 0x8_0000
const resolve = { noMagicLinks: 0x02, noSymlinks: 0x04, beneath: 0x08 } as const
const workingDirectory = -100
const openat2Number = 437
const renameat2Numbers: Readonly<Record<string, number>> = { x64: 316, arm64: 276, riscv64: 276 }
const noReplace = 1
const maxAttributeBytes = 65_536

/** Attributes of the content: an edited program does not keep its privileges. */
const notCopied = ['security.capability', 'security.ima', 'security.evm']
const accessControlList = 'system.posix_acl_access'

/** The calls of Linux that Node does not offer. They throw errors with the codes of Node. */
export interface Native {
  /** Opens a directory by its absolute path, of which no part may be a link. */
  openDirectory(path: string): number
  /** Opens what is below a directory, by a path of which no part may be a link. */
  openBelow(directory: number, path: string, flags: number): number
  /** Whether the links of a path below a directory lead out of it, even to what does not exist. */
  leadsOut(directory: number, path: string): boolean
  /** Renames unless the target exists. */
  rename(fromDirectory: number, from: string, toDirectory: number, to: string): void
  /** Copies extended attributes between open files, including the access control list. */
  copyAttributes(from: number, to: number): void
}

const errorNames = new Map(Object.entries(os.errno).map(([name, number]) => [number, name]))
const errorOf = (code: string, call: string) => Object.assign(new Error(`${code}: ${call}`), { code, syscall: call })

/** Loads the library for foreign functions; it takes 10 MB of memory. Rejects where there is none. */
export async function loadNative(): Promise<Native> {
  const { default: koffi } = await import('koffi')
  // the C library that Node itself uses, whichever that is
  const libc = koffi.load(null)
  const openat2 = libc.func('syscall', 'long', ['long', 'long', 'const void *', 'const void *', 'long'])
  const renameat2 = libc.func('syscall', 'long', ['long', 'long', 'const void *', 'long', 'const void *', 'long'])
  const listAttributes = libc.func('flistxattr', 'long', ['int', 'void *', 'size_t'])
  const getAttribute = libc.func('fgetxattr', 'long', ['int', 'const char *', 'void *', 'size_t'])
  const removeAttribute = libc.func('fremovexattr', 'int', ['int', 'const char *'])
  const setAttribute = libc.func('fsetxattr', 'int', ['int', 'const char *', 'const void *', 'size_t', 'int'])

  const failure = (call: string) => errorOf(errorNames.get(koffi.errno()) ?? `errno ${koffi.errno()}`, call)

  function open(directory: number, path: string, flags: number, how: number): number {
    const openHow = Buffer.alloc(24)
    openHow.writeBigUInt64LE(BigInt(flags | openPath | closeOnExec), 0)
    openHow.writeBigUInt64LE(BigInt(how), 16)
    const handle = Number(openat2(openat2Number, directory, Buffer.from(`${path}\0`), openHow, openHow.length))
    if (handle === -1) throw failure('openat2')
    return handle
  }
  const { beneath, noMagicLinks, noSymlinks } = resolve

  return {
    openDirectory: (path) => open(workingDirectory, path, constants.O_DIRECTORY, noSymlinks | noMagicLinks),
    openBelow: (directory, path, flags) =>
      open(directory, path, flags | constants.O_NOFOLLOW, beneath | noSymlinks | noMagicLinks),
    leadsOut(directory, path) {
      try {
        closeSync(open(directory, path, 0, beneath | noMagicLinks))
        return false
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'EXDEV'
      }
    },
    rename(fromDirectory, from, toDirectory, to) {
      const number = renameat2Numbers[process.arch]
      if (number === undefined) throw errorOf('ENOSYS', 'renameat2')
      const names = [Buffer.from(`${from}\0`), Buffer.from(`${to}\0`)] as const
      if (Number(renameat2(number, fromDirectory, names[0], toDirectory, names[1], noReplace)) === -1)
        throw failure('renameat2')
    },
    copyAttributes(from, to) {
      const names = Buffer.alloc(maxAttributeBytes)
      const value = Buffer.alloc(maxAttributeBytes)
      // A new file may have inherited one from its directory.
      removeAttribute(to, accessControlList)
      const length = Math.max(0, Number(listAttributes(from, names, names.length)))
      for (const name of names.toString('latin1', 0, length).split('\0')) {
        if (name === '' || notCopied.includes(name)) continue
        const size = Number(getAttribute(from, name, value, value.length))
        const isCopied = size >= 0 && setAttribute(to, name, value, size, 0) === 0
        if (!isCopied && name === accessControlList) throw failure('fsetxattr')
      }
    },
  }
}
