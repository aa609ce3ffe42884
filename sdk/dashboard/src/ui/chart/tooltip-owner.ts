/** A chart that can show its values at the cursor. */
export interface TooltipOwner {
  /** Hides the values. */
  readonly release: () => void
}

let owner: TooltipOwner | undefined

/** The chart that is pointed at shows its values; others that share its cursor only show the time as a line. */
export function takeTooltip(next: TooltipOwner): void {
  if (owner === next) return
  owner?.release()
  owner = next
}

export const ownsTooltip = (chart: TooltipOwner): boolean => owner === chart
