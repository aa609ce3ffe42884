import { encode, type MessageDef, type Payload } from './message.ts'

/** One WebSocket frame: text, or binary with the raw bytes of a message. */
export type Frame = string | Uint8Array

// Both are in Node and in browsers, but the types of either are not here.
declare class TextEncoder {
  encode(text: string): Uint8Array
}
declare class TextDecoder {
  decode(bytes: Uint8Array): string
}

/** The length of the JSON comes first: 32 bits, big-endian. Its first byte is 0, which no JSON text begins with. */
const lengthBytes = 4

/** Buffers of binary frames that were sent. A new one for each frame would keep the garbage collector busy. */
export class FrameBuffers {
  readonly #free: ArrayBuffer[] = []

  take(length: number): Uint8Array {
    const index = this.#free.findIndex(({ byteLength }) => byteLength >= length)
    const [buffer = new ArrayBuffer(length)] = index < 0 ? [] : this.#free.splice(index, 1)
    return new Uint8Array(buffer, 0, length)
  }

  /** The frame is no longer used. */
  give(frame: Frame): void {
    if (typeof frame !== 'string') this.#free.push(frame.buffer as ArrayBuffer)
  }
}

/**
 * Serializes a message for a peer that takes binary frames. A message with raw bytes becomes a binary frame: the length of
 * the JSON, the JSON without the bytes, the bytes. Any other one is text.
 */
export function encodeBinary<M extends MessageDef>(message: M, payload: Payload<M>, buffers: FrameBuffers): Frame {
  const { type, bytesField } = message
  if (bytesField === undefined) return encode(message, payload)
  const { [bytesField]: bytes, ...fields } = payload as Record<string, Uint8Array>
  const json = new TextEncoder().encode(JSON.stringify({ ...fields, type }))
  const frame = buffers.take(lengthBytes + json.length + (bytes?.length ?? 0))
  new DataView(frame.buffer).setUint32(0, json.length)
  frame.set(json, lengthBytes)
  if (bytes) frame.set(bytes, lengthBytes + json.length)
  return frame
}

/** The JSON of a frame, and the raw bytes after it; undefined if it is cut off. A binary frame may also be all JSON. */
export function splitFrame(frame: Frame): { readonly json: string; readonly bytes?: Uint8Array } | undefined {
  if (typeof frame === 'string') return { json: frame }
  const utf8 = new TextDecoder()
  if (frame[0] !== 0) return { json: utf8.decode(frame) }
  if (frame.length < lengthBytes) return undefined
  const end = lengthBytes + new DataView(frame.buffer, frame.byteOffset).getUint32(0)
  if (end > frame.length) return undefined
  return { json: utf8.decode(frame.subarray(lengthBytes, end)), bytes: frame.subarray(end) }
}
