/** The package has no types of its own. */
declare module "edmonds-blossom-fixed" {
  /**
   * Returns a matching of greatest weight: for each vertex its partner, or -1.
   * @param edges `[vertex, vertex, weight]`
   * @param maxCardinality whether as many vertices as possible get a partner
   */
  export default function blossom(
    edges: readonly (readonly [number, number, number])[],
    maxCardinality?: boolean,
  ): readonly number[];
}
