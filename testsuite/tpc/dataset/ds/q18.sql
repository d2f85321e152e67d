-- Averages of catalogue sales by place, with subtotals.
SELECT i_item_id, ca_country, ca_state, ca_county, avg(CAST(cs_quantity AS numeric(12,2))) AS agg1,
       avg(CAST(cs_list_price AS numeric(12,2))) AS agg2, avg(CAST(c_birth_year AS numeric(12,2))) AS agg6
FROM catalog_sales, customer_demographics cd1, customer_demographics cd2, customer, customer_address, date_dim, item
WHERE cs_sold_date_sk = d_date_sk AND cs_item_sk = i_item_sk AND cs_bill_cdemo_sk = cd1.cd_demo_sk
  AND cs_bill_customer_sk = c_customer_sk AND cd1.cd_gender = 'F' AND c_current_cdemo_sk = cd2.cd_demo_sk
  AND c_current_addr_sk = ca_address_sk AND c_birth_month IN (1, 6, 8, 9, 12, 2) AND d_year = 1998
GROUP BY ROLLUP (i_item_id, ca_country, ca_state, ca_county)
ORDER BY ca_country, ca_state, ca_county, i_item_id
LIMIT 100
