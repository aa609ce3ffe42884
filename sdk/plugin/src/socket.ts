/** The part of a WebSocket that plugins use, as routes with `websocket: true` get it; of the library `ws`. */
export interface Socket {
  /** bytes passed to `send` that have not been transmitted yet */
  readonly bufferedAmount: number
  /** `compress` is for routes with `config.compresses`. */
  send(
    data: string | Uint8Array,
    options: { binary: boolean; compress?: boolean },
    sent?: (error?: Error) => void,
  ): void
  ping(): void
  /** Stops and continues reading. */
  pause(): void
  resume(): void
  close(code?: number, reason?: string): void
  /** Ends the connection without a closing handshake. */
  terminate(): void
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown
  on(event: 'close', listener: (code: number, reason: Buffer) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'pong', listener: () => void): unknown
}
