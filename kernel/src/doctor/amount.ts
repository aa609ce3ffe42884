const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']

/** `1.5 GiB` */
export function amount(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1)
  const value = bytes / 1024 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
