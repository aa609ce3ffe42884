/** The part of a WebSocket that this plugin uses. */
export interface Socket {
  /** bytes passed to `send` that have not been transmitted yet */
  readonly bufferedAmount: number
  send(data: string | Buffer, options: { binary: boolean }, sent?: (error?: Error) => void): void
  ping(): void
  /** Stops and continues reading. */
  pause(): void
  resume(): void
  close(code?: number, reason?: string): void
  /** Ends the connection without a closing handshake. */
  terminate(): void
  on(event: 'message', listener: (data: unknown, isBinary: boolean) => void): unknown
  on(event: 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

export const asText = { binary: false }
