import type { ReactNode } from 'react'

/** How far something is; without `share`, which is 0 to 1, that it goes on. */
export const ProgressBar = ({ label, share }: { label: string; share?: number | undefined }): ReactNode => (
  <progress
    aria-label={label}
    {...(share === undefined ? {} : { value: share })}
    className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&:indeterminate]:animate-breathe"
  />
)
