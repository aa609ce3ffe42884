/** Parses /proc/cpuinfo: model of the first processor and number of processors. On ARM the model names the board. */
export function parseCpuinfo(text: string): { name: string | null; cores: number } {
  const value = (key: string) => new RegExp(`^${key}\\s*: *(.+?) *$`, 'mi').exec(text)?.[1]
  return {
    name: value('model name') ?? value('cpu model') ?? value('hardware') ?? value('model') ?? null,
    cores: text.match(/^processor\s*:/gim)?.length ?? 0,
  }
}

const architectures: Readonly<Record<string, string>> = { x64: 'x86_64', arm64: 'aarch64', ia32: 'i686' }

/** The architecture as the kernel names it: `x86_64`, `aarch64`. */
export const architectureOf = (nodeName: string): string => architectures[nodeName] ?? nodeName
