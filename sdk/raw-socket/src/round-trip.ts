/**
 * The time between two instants of the kernel's clock, in milliseconds. `elapsed` is that of the monotonic clock until
 * now: it is used instead if the kernel's clock was set meanwhile.
 */
export function roundTripMs(sentAt: number, receivedAt: number, elapsed: number): number {
  const exact = receivedAt - sentAt
  return exact >= 0 && exact <= elapsed ? exact : elapsed
}
