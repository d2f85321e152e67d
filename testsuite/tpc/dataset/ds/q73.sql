-- Customers with tickets of a few lines on the first days of a month.
SELECT c_last_name, c_first_name, c_salutation, c_preferred_cust_flag, ss_ticket_number, cnt
FROM (
  SELECT ss_ticket_number, ss_customer_sk, count(*) AS cnt
  FROM store_sales, date_dim, store, household_demographics
  WHERE ss_sold_date_sk = d_date_sk AND ss_store_sk = s_store_sk AND ss_hdemo_sk = hd_demo_sk AND d_dom BETWEEN 1 AND 2
    AND (hd_buy_potential = '>10000' OR hd_buy_potential = '0-500') AND hd_vehicle_count > 0
    AND CASE WHEN hd_vehicle_count > 0 THEN hd_dep_count / hd_vehicle_count ELSE NULL END >= 1 AND d_year IN (1999, 2000, 2001)
  GROUP BY ss_ticket_number, ss_customer_sk) AS dj, customer
WHERE ss_customer_sk = c_customer_sk AND cnt BETWEEN 1 AND 5
ORDER BY cnt DESC, c_last_name ASC, ss_ticket_number
