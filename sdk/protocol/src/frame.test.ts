import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeDecoder } from './decode.ts'
import { encodeBinary, FrameBuffers } from './frame.ts'
import { defineMessage, encode } from './message.ts'
import { bytes, str, u64 } from './types.ts'

const Chunk = defineMessage('chunk', { id: str(), offset: u64(), data: bytes() })
const Note = defineMessage('note', { id: str() })
const decode = makeDecoder([Chunk, Note])
const buffers = new FrameBuffers()

const data = new Uint8Array([0, 1, 0x7b, 0xff])
const chunk = { id: 'ä\u{1F600}', offset: 7, data }
const frame = encodeBinary(Chunk, chunk, new FrameBuffers()) as Uint8Array

/** A binary frame with this JSON. */
const withJson = (json: string, rest: readonly number[] = []) => {
  const text = new TextEncoder().encode(json)
  return new Uint8Array([0, 0, text.length >> 8, text.length & 255, ...text, ...rest])
}

describe('a message with raw bytes', () => {
  it('is decoded from a binary frame', () => {
    expect(decode(frame)).toMatchObject({ kind: 'message', message: Chunk, payload: { type: 'chunk', ...chunk } })
    const empty = encodeBinary(Chunk, { ...chunk, data: new Uint8Array() }, buffers)
    expect(decode(empty)).toMatchObject({ payload: { data: new Uint8Array() } })
  })

  it('is base64 in a text frame', () => {
    const text = encode(Chunk, chunk)
    expect(JSON.parse(text)).toEqual({ type: 'chunk', ...chunk, data: 'AAF7/w==' })
    expect(decode(text)).toMatchObject({ kind: 'message', payload: chunk })
  })

  it.each(['!', 'AAF7/w', 'AAF7/x==', 5, null, undefined])('is invalid with %j instead of base64', (wrong) => {
    const text = JSON.stringify({ type: 'chunk', ...chunk, data: wrong })
    expect(decode(text)).toMatchObject({ kind: 'invalid', type: 'chunk', path: '/data', payload: { id: chunk.id } })
  })

  it('has no other bytes than those of its frame', () => {
    const json = JSON.stringify({ type: 'chunk', ...chunk, data: 'AAAA' })
    expect(decode(withJson(json, [9]))).toMatchObject({ payload: { data: new Uint8Array([9]) } })
  })

  it('is decoded from the middle of a larger buffer', () => {
    const larger = new Uint8Array([1, 2, 3, ...frame, 4, 5])
    expect(decode(larger.subarray(3, 3 + frame.length))).toMatchObject({ payload: chunk })
  })
})

describe('a binary frame', () => {
  it('may be JSON, as text is', () => {
    expect(decode(new TextEncoder().encode('{"type":"note","id":"x"}'))).toMatchObject({ message: Note })
  })

  it('is text for a message without bytes', () => {
    expect(encodeBinary(Note, { id: 'x' }, buffers)).toBe('{"type":"note","id":"x"}')
  })

  it.each([
    ['nothing', new Uint8Array()],
    ['no length', new Uint8Array([0, 0, 0])],
    ['a length beyond its end', new Uint8Array([0, 0, 1, 0, 0x7b, 0x7d])],
    ['the largest length', new Uint8Array([0, 255, 255, 255, 0x7b, 0x7d])],
    ['an empty JSON', new Uint8Array([0, 0, 0, 0, 1, 2, 3])],
    ['a JSON that is cut', withJson('{"type":"chunk"')],
    ['no object', withJson('[]')],
    ['invalid UTF-8', new Uint8Array([0, 0, 0, 2, 0xff, 0xfe])],
    ['bytes for a message that has none', withJson('{"type":"note","id":"x"}', [1])],
  ])('with %s is malformed', (_, hostile) => {
    expect(decode(hostile).kind).toBe('malformed')
  })

  it('of an unknown type is unknown, and with a wrong field invalid', () => {
    expect(decode(withJson('{"type":"news","id":"x"}', [1]))).toMatchObject({ kind: 'unknown', type: 'news' })
    expect(decode(withJson('{"type":"chunk","id":"x","offset":-1}', [1]))).toMatchObject({ path: '/offset' })
  })

  it('never throws, whatever it has', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (junk) => {
        expect(['malformed', 'unknown']).toContain(decode(junk).kind)
        decode(new Uint8Array([0, 0, 0, junk.length, ...junk]))
      }),
    )
  })
})

it('buffers are used again after they were sent', () => {
  const pool = new FrameBuffers()
  const first = encodeBinary(Chunk, chunk, pool) as Uint8Array
  const second = encodeBinary(Chunk, chunk, pool) as Uint8Array
  expect(second.buffer).not.toBe(first.buffer)
  pool.give(first)
  pool.give('text')
  const third = encodeBinary(Chunk, { ...chunk, data: new Uint8Array([1]) }, pool) as Uint8Array
  expect(third.buffer).toBe(first.buffer)
  expect(decode(third)).toMatchObject({ payload: { data: new Uint8Array([1]) } })
  pool.give(third)
  expect(pool.take(10_000)).toHaveLength(10_000)
})
