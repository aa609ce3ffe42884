/** What counts as one source: an IPv6 network of 64 bits belongs to one host, which may use any address of it. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const [left = '', right] = ip.split('::')
  const head = left === '' ? [] : left.split(':')
  const tail = right === undefined || right === '' ? [] : right.split(':')
  const zeros = right === undefined ? [] : Array(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}
