import type { EarshotClient, FlagKey, FlagValue } from 'earshot'
import { Children, createElement, type MouseEvent, type ReactElement, type ReactNode } from 'react'
import { useEarshot } from './context'
import { useFeatureFlagResult } from './flagHooks'
import { type DivProps, Tracker, useOnce } from './tracker'

/** Props of `FeatureFlag`. Others are passed to the `div` around each child. */
export type FeatureFlagProps = DivProps & {
  flag: FlagKey
  /** Variant, or state of the flag, at which the children show. Default: any but `false`. */
  match?: FlagValue
  // biome-ignore lint/suspicious/noExplicitAny: a payload has the shape that the site gives it.
  children?: ReactNode | ((payload: any) => ReactNode)
  /** Shown in place of the children otherwise. */
  fallback?: ReactNode
  visibilityObserverOptions?: IntersectionObserverInit
  /** Whether the first click is captured as `$feature_interaction`. Default: true. */
  trackInteraction?: boolean
  /** Whether `$feature_view` is captured once the children are visible. Default: true. */
  trackView?: boolean
}

/**
 * Renders its children if a flag has a value, and `fallback` otherwise. The exposure is reported in both cases.
 *
 * ```tsx
 * <FeatureFlag flag="new-checkout" match="short" fallback={<Checkout />}>
 *   {payload => <ShortCheckout limit={payload.limit} />}
 * </FeatureFlag>
 * ```
 */
export function FeatureFlag({
  flag,
  match,
  children,
  fallback,
  visibilityObserverOptions: observerOptions,
  trackInteraction = true,
  trackView = true,
  onClick,
  ...props
}: FeatureFlagProps): ReactElement {
  const client = useEarshot()
  const { enabled, variant = enabled, payload } = useFeatureFlagResult(flag) ?? {}
  const once = useOnce()
  if (variant !== (match ?? (variant || true))) return toElement(fallback)
  const options = { flag, posthog: client, flagVariant: variant }
  const tracked = {
    ...props,
    observerOptions,
    onView: trackView ? () => once('view', () => captureFeatureView(options)) : undefined,
    onClick(event: MouseEvent<HTMLDivElement>) {
      onClick?.(event)
      if (trackInteraction) once('click', () => captureFeatureInteraction(options))
    },
  }
  const content = typeof children === 'function' ? children(payload) : children
  return toElement(Children.map(content, child => createElement(Tracker, tracked, child)))
}

/** React renders any node that a component returns. Its types before 18.2.8 know elements alone. */
const toElement = (node: ReactNode) => node as ReactElement

/** Arguments of `captureFeatureView` and `captureFeatureInteraction`. */
export interface CaptureFeatureOptions {
  flag: string
  /** The client. */
  posthog: EarshotClient
  flagVariant?: FlagValue
}

const captureFeature = (event: string, { flag, posthog, flagVariant = true }: CaptureFeatureOptions): void =>
  void posthog.capture(event, {
    feature_flag: flag,
    $set: { [`${event}/${flag}`]: flagVariant },
    feature_flag_variant: typeof flagVariant === 'string' ? flagVariant : undefined,
  })

/** Captures that a person has used what a flag shows. */
export function captureFeatureInteraction(options: CaptureFeatureOptions): void {
  captureFeature('$feature_interaction', options)
}

/** Captures that a person has seen what a flag shows. */
export function captureFeatureView(options: CaptureFeatureOptions): void {
  captureFeature('$feature_view', options)
}
