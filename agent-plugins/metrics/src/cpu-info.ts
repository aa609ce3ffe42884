/** /proc/cpuinfo: the brand of the first processor, and how many there are. ARM boards name the board, not the core. */
export function parseCpuinfo(text: string): { name: string | null; cores: number } {
  const value = (key: string) => new RegExp(`^${key}\\s*: *(.+?) *$`, 'mi').exec(text)?.[1]
  return {
    name: value('model name') ?? value('cpu model') ?? value('hardware') ?? value('model') ?? null,
    cores: text.match(/^processor\s*:/gim)?.length ?? 0,
  }
}

const architectures: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686' }

/** The architecture in the kernel's words: `x86_64`, `aarch64`. */
export const architectureOf = (nodeName: string): string => architectures[nodeName] ?? nodeName
