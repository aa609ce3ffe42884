import { sha256Bytes } from './contents.mjs'

/**
 * Signs a program for macOS "ad hoc", as the linker of Apple does for programs without a developer: Macs with Apple's
 * processors start no program without a signature. Adding the program to Node removed that of Node.
 */

const machO64 = 0xfeedfacf
const segmentCommand = 0x19
const signatureCommand = 0x1d
const signatureCommandSize = 16
const headerSize = 32
const arm64 = 0x0100000c
/** The pages of which the signature has a hash, whatever those of the processor are. */
const hashedPageSize = 4096

const directoryMagic = 0xfade0c02
const superBlobMagic = 0xfade0cc0
/** The version with the fields for the executable segment. */
const directoryVersion = 0x20400
const directorySize = 88
/** With the place of the one thing in it, aligned. */
const superBlobSize = 24
const adHocByLinker = 0x20002
const hashSize = 32
const sha256Type = 2
const mainBinary = 1n

const alignUp = (/** @type {number} */ value, /** @type {number} */ to) => Math.ceil(value / to) * to

/** The load commands of a program. @param {Buffer} program */
function* commandsOf(program) {
  let at = headerSize
  for (let left = program.readUInt32LE(16); left > 0; left--) {
    yield { at, kind: program.readUInt32LE(at) }
    at += program.readUInt32LE(at + 4)
  }
}

/** @param {Buffer} program @param {string} name */
function segment(program, name) {
  for (const { at, kind } of commandsOf(program)) {
    const isNamed = kind === segmentCommand && program.toString('latin1', at + 8, at + 24).replace(/\0+$/, '') === name
    if (isNamed) return at
  }
  throw new Error(`the program for macOS has no segment ${name}`)
}

/** Where the first section begins: the load commands cannot be longer. @param {Buffer} program @param {number} text */
function firstSection(program, text) {
  const offsets = Array.from({ length: program.readUInt32LE(text + 64) }, (_, index) =>
    program.readUInt32LE(text + 72 + index * 80 + 48),
  )
  return Math.min(...offsets)
}

/** What a signature says about a program: a hash of each page. @param {Buffer} signed @param {string} name @param {number} text */
function codeDirectory(signed, name, text) {
  const identifier = Buffer.from(`${name}\0`)
  const pages = Math.ceil(signed.length / hashedPageSize)
  const hashesAt = directorySize + identifier.length
  const directory = Buffer.alloc(hashesAt + pages * hashSize)
  const fields = [directoryMagic, directory.length, directoryVersion, adHocByLinker, hashesAt, directorySize]
  // No special slots, then how many pages and bytes are signed.
  for (const [index, value] of [...fields, 0, pages, signed.length].entries()) directory.writeUInt32BE(value, index * 4)
  directory.set([hashSize, sha256Type, 0, Math.log2(hashedPageSize)], 36)
  directory.writeBigUInt64BE(signed.readBigUInt64LE(text + 40), 64)
  directory.writeBigUInt64BE(signed.readBigUInt64LE(text + 48), 72)
  directory.writeBigUInt64BE(mainBinary, 80)
  identifier.copy(directory, directorySize)
  for (let page = 0; page < pages; page++) {
    const from = page * hashedPageSize
    sha256Bytes(signed.subarray(from, from + hashedPageSize)).copy(directory, hashesAt + page * hashSize)
  }
  return directory
}

/**
 * The program with a signature.
 * @param {Buffer} program without a signature
 * @param {string} name
 */
export function signForMacOs(program, name) {
  if (program.readUInt32LE(0) !== machO64) throw new Error(`${name} is no program for macOS`)
  const end = headerSize + program.readUInt32LE(20)
  const text = segment(program, '__TEXT')
  if ([...commandsOf(program)].some(({ kind }) => kind === signatureCommand))
    throw new Error(`${name} is signed already`)
  if (end + signatureCommandSize > firstSection(program, text)) throw new Error(`${name} has no space for a signature`)

  const signedSize = alignUp(program.length, 16)
  const pages = Math.ceil(signedSize / hashedPageSize)
  const size = alignUp(superBlobSize + directorySize + name.length + 1 + pages * hashSize, 16)
  const signed = Buffer.concat([program, Buffer.alloc(signedSize - program.length)])
  signed.writeUInt32LE(signed.readUInt32LE(16) + 1, 16)
  signed.writeUInt32LE(signed.readUInt32LE(20) + signatureCommandSize, 20)
  for (const [index, value] of [signatureCommand, signatureCommandSize, signedSize, size].entries())
    signed.writeUInt32LE(value, end + index * 4)

  // The signature is the end of the last segment.
  const last = segment(signed, '__LINKEDIT')
  const lastSize = signedSize + size - Number(signed.readBigUInt64LE(last + 40))
  const memoryPageSize = signed.readUInt32LE(4) === arm64 ? 0x4000 : 0x1000
  signed.writeBigUInt64LE(BigInt(alignUp(lastSize, memoryPageSize)), last + 32)
  signed.writeBigUInt64LE(BigInt(lastSize), last + 48)

  const directory = codeDirectory(signed, name, text)
  const signature = Buffer.alloc(size)
  for (const [index, value] of [superBlobMagic, superBlobSize + directory.length, 1, 0, superBlobSize].entries())
    signature.writeUInt32BE(value, index * 4)
  directory.copy(signature, superBlobSize)
  return Buffer.concat([signed, signature])
}
