import type { Bundler } from '../../examples/server/bundler'

/** Bundles each script once. Tests do not edit the examples, and bundling takes longer than the rest of a page load. */
export function bundleOnce(bundler: Bundler): Bundler {
  const results = new Map<string, ReturnType<Bundler>>()
  return path => {
    const result = results.get(path) ?? bundler(path)
    results.set(path, result)
    return result
  }
}
