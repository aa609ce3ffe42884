/** The part of the library that is used, without an encoding. Its own types have the name of its distribution. */
declare module 'node-pty' {
  export interface Pty {
    readonly pid: number
    /** Not on Windows. Unlike `write`, it tells when the program has taken its input. */
    readonly _socket?: import('node:stream').Duplex
    onData(listener: (data: Uint8Array) => void): void
    onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): void
    write(data: Uint8Array): void
    resize(cols: number, rows: number): void
    pause(): void
    resume(): void
    kill(): void
  }

  export function spawn(
    file: string,
    args: string[],
    options: {
      readonly name: string
      readonly rows: number
      readonly cols: number
      readonly cwd: string
      readonly env: Record<string, string>
      readonly encoding: null
    },
  ): Pty
}
