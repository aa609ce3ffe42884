/** Formats bytes as the English pages do. */
export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let step = 0
  let size = value
  while (size >= 1023.95 && step < 4) {
    size /= 1024
    step += 1
  }
  return `${size.toLocaleString('en', step === 0 || size >= 99.95 ? { maximumFractionDigits: 0 } : { minimumFractionDigits: 1, maximumFractionDigits: 1 })} ${units[step]}`
}
