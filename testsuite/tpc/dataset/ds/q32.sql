-- Discounts far above an item's average.
SELECT sum(cs_ext_discount_amt) AS excess_discount_amount
FROM catalog_sales, item, date_dim
WHERE i_manufact_id BETWEEN 20 AND 60 AND i_item_sk = cs_item_sk AND d_date BETWEEN date '2000-01-27' AND date '2000-01-27' + 90
  AND d_date_sk = cs_sold_date_sk
  AND cs_ext_discount_amt > (
    SELECT 1.3 * avg(cs_ext_discount_amt) FROM catalog_sales, date_dim
    WHERE cs_item_sk = i_item_sk AND d_date BETWEEN date '2000-01-27' AND date '2000-01-27' + 90 AND d_date_sk = cs_sold_date_sk)
LIMIT 100
