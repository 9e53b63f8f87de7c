/** Whether two texts are equal, in a time that depends on the length of the first alone. For hashes and signatures. */
export function isEqualInConstantTime(a: string, b: string): boolean {
  let difference = a.length ^ b.length
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i)
  return difference === 0
}
