/** Where the picker lists a widget. */
export type WidgetCategory = 'Real-time' | 'Charts' | 'Status'

/**
 * How a widget may be resized: `free` between min and max; `fixed` not at all; `aspect-square` keeps 1:1 and snaps to the
 * nearest tier; `content-height` in width only, while its content decides the height.
 */
export type SizingStrategy = 'free' | 'fixed' | 'aspect-square' | 'content-height'

/** In cells of the board: 12 columns, rows of 80 px (spec document 2, Widget module manifest). */
export interface WidgetSizing {
  readonly defaultW: number
  readonly defaultH: number
  readonly minW: number
  readonly minH: number
  readonly maxW?: number
  readonly maxH?: number
  readonly strategy: SizingStrategy
}

/** The comment block tagged `@svc-widget` at the top of a widget module (spec document 2). */
export interface WidgetManifest {
  /** unique, reverse-DNS style, for example `org.example.weather` */
  readonly id: string
  /** MAJOR.MINOR.PATCH */
  readonly version: string
  readonly name: string
  readonly description?: string
  readonly author?: string
  readonly category: WidgetCategory
  readonly sizing: WidgetSizing
  /** semver range of the SDK */
  readonly sdkVersion: string
}
