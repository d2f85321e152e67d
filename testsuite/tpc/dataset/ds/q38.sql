-- How many customers bought in all channels on the same day.
SELECT count(*) FROM (
  SELECT DISTINCT c_last_name, c_first_name, d_year FROM store_sales, date_dim, customer
  WHERE ss_sold_date_sk = d_date_sk AND ss_customer_sk = c_customer_sk AND d_month_seq BETWEEN 1200 AND 1211
  INTERSECT
  SELECT DISTINCT c_last_name, c_first_name, d_year FROM catalog_sales, date_dim, customer
  WHERE cs_sold_date_sk = d_date_sk AND cs_bill_customer_sk = c_customer_sk AND d_month_seq BETWEEN 1200 AND 1211
  INTERSECT
  SELECT DISTINCT c_last_name, c_first_name, d_year FROM web_sales, date_dim, customer
  WHERE ws_sold_date_sk = d_date_sk AND ws_bill_customer_sk = c_customer_sk AND d_month_seq BETWEEN 1200 AND 1211) AS hot_cust
LIMIT 100
