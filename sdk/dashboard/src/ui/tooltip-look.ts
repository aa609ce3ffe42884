/** Every tooltip looks the same. */
export const tooltipLook =
  'z-50 max-w-xs animate-fade rounded-sm bg-raised px-2 py-1 text-ink text-xs shadow-pop wrap-anywhere'
